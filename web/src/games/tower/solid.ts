/** The tower in space. Loaded only where it is shown: three.js is large. */

import {
    AmbientLight,
    BoxGeometry,
    CatmullRomCurve3,
    CanvasTexture,
    Color,
    ConeGeometry,
    CylinderGeometry,
    DirectionalLight,
    DoubleSide,
    Group,
    Mesh,
    MeshBasicMaterial,
    MeshStandardMaterial,
    OrthographicCamera,
    PCFShadowMap,
    PlaneGeometry,
    PointLight,
    Scene as Space,
    Shape,
    ShapeGeometry,
    SphereGeometry,
    SRGBColorSpace,
    TubeGeometry,
    Vector3,
    WebGLRenderer,
    type Material,
    type Object3D,
} from 'three';
import { APEX, BOX, COSINE, curl, EAVES, HALF, MARBLE, RIM, SILL, SINE, SOCKETS, TRAY, type Rod } from './geometry';
import { LOOKS } from './marbles';
import type { Scene } from './scene';
import type { Kind } from './types';

const STONE = 0x56666b;
const COURSE = 0x6b7d82;
const ROOF = 0x3f2f48;
const WOOD = 0x6a4f33;
const DULL = new Color('#4d6a5c');
const LEGAL = new Color('#3fae8d');
const LIT = new Color('#e8c15c');
const FAR = 900;
/** How finely a tentacle is made. */
const RINGS = 72;
const SIDES = 10;

export class Model {
    private readonly renderer: WebGLRenderer;
    private readonly space = new Space();
    private readonly camera: OrthographicCamera;
    private readonly walls: MeshStandardMaterial[] = [];
    private readonly tentacles = new Map<number, Mesh<TubeGeometry, MeshStandardMaterial>>();
    private readonly holes = new Map<number, Mesh>();
    private readonly balls: Mesh[] = [];
    private readonly skins = new Map<Kind, MeshStandardMaterial>();
    private readonly ball = new SphereGeometry(MARBLE, 28, 20);
    private scene: Scene | null = null;

    constructor(canvas: HTMLCanvasElement) {
        this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
        // The same projection as the flat drawing has: from the south-east, from above.
        const [left, top, width, height] = BOX;
        this.camera = new OrthographicCamera(left, left + width, -top, -(top + height), 1, 2 * FAR);
        this.camera.up.set(0, 0, 1);
        this.camera.position.set(FAR * Math.SQRT1_2 * COSINE, -FAR * Math.SQRT1_2 * COSINE, FAR * SINE);
        this.camera.lookAt(0, 0, 0);
        this.space.add(this.lamp(), new AmbientLight(0xcfdcff, 1.1), this.tray(), this.shaft(), this.roof());
        const heart = new PointLight(0x8ff2d2, 2600, 260, 1.6);
        heart.position.set(0, 0, 130);
        this.space.add(heart);
    }

    private lamp(): Object3D {
        const lamp = new DirectionalLight(0xffe2b0, 2.7);
        lamp.position.set(60, -260, 340);
        lamp.castShadow = true;
        lamp.shadow.mapSize.set(1024, 1024);
        const { camera } = lamp.shadow;
        [camera.left, camera.right, camera.top, camera.bottom] = [-170, 170, 300, -170];
        camera.far = 900;
        lamp.shadow.bias = -0.002;
        return lamp;
    }

    private block(size: [number, number, number], at: [number, number, number], material: Material): Mesh {
        const mesh = new Mesh(new BoxGeometry(...size), material);
        mesh.position.set(...at);
        mesh.castShadow = mesh.receiveShadow = true;
        return mesh;
    }

    private tray(): Object3D {
        const group = new Group();
        const wood = new MeshStandardMaterial({ color: WOOD, roughness: 0.75 });
        const felt = new MeshStandardMaterial({ color: 0x35281d, roughness: 1 });
        group.add(this.block([2 * TRAY, 2 * TRAY, 4], [0, 0, -2], felt));
        for (const side of [-1, 1]) {
            group.add(this.block([2 * TRAY + 6, 5, RIM + 6], [0, side * (TRAY + 1), RIM / 2 - 3], wood));
            group.add(this.block([5, 2 * TRAY + 6, RIM + 6], [side * (TRAY + 1), 0, RIM / 2 - 3], wood));
        }
        const socket = new MeshStandardMaterial({ color: 0x20160d, roughness: 1 });
        for (const [x, y, z] of SOCKETS) {
            const cup = new Mesh(new CylinderGeometry(MARBLE, MARBLE, 1, 24), socket);
            cup.rotation.x = Math.PI / 2;
            cup.position.set(x, y, z + 0.3);
            group.add(cup);
        }
        return group;
    }

    private shaft(): Object3D {
        const group = new Group();
        const tall = EAVES - SILL;
        const legs = new MeshStandardMaterial({ color: STONE, roughness: 0.9 });
        const wall = new MeshStandardMaterial({ color: STONE, roughness: 0.9, transparent: true });
        const course = new MeshStandardMaterial({ color: COURSE, roughness: 0.9, transparent: true });
        const pane = new MeshBasicMaterial({ color: 0xe9cb7e, side: DoubleSide });
        this.walls.push(wall, course);
        for (const [x, y] of [
            [0, -1],
            [1, 0],
            [0, 1],
            [-1, 0],
        ] as const) {
            const size: [number, number, number] = x ? [3, 2 * HALF, tall] : [2 * HALF, 3, tall];
            group.add(this.block(size, [x * (HALF - 1.5), y * (HALF - 1.5), SILL + tall / 2], wall));
        }
        for (const z of [SILL + 8, 86, 140, 194, EAVES - 12]) {
            group.add(this.block([2 * HALF + 2, 1.6, 3.2], [0, -HALF, z], course));
            group.add(this.block([1.6, 2 * HALF + 2, 3.2], [HALF, 0, z], course));
        }
        for (const x of [-1, 1])
            for (const y of [-1, 1])
                group.add(this.block([11, 11, SILL], [x * (HALF - 5.5), y * (HALF - 5.5), SILL / 2], legs));
        const arch = new Shape();
        arch.moveTo(-3.5, -8);
        arch.lineTo(3.5, -8);
        arch.lineTo(3.5, 5);
        arch.quadraticCurveTo(3.5, 10, 0, 11);
        arch.quadraticCurveTo(-3.5, 10, -3.5, 5);
        const slit = new ShapeGeometry(arch, 6);
        for (const z of [94, 148, 202])
            for (const at of [-18, 18]) {
                const south = new Mesh(slit, pane);
                south.rotation.x = Math.PI / 2;
                south.position.set(at, -HALF - 0.4, z);
                const east = new Mesh(slit, pane);
                east.rotation.set(Math.PI / 2, Math.PI / 2, 0);
                east.position.set(HALF + 0.4, at, z);
                group.add(south, east);
            }
        const dark = new Mesh(
            new PlaneGeometry(2 * HALF - 4, 2 * HALF - 4),
            new MeshBasicMaterial({ color: 0x0a0d0d }),
        );
        dark.position.z = 0.6;
        group.add(dark);
        return group;
    }

    private roof(): Object3D {
        const group = new Group();
        const slate = new MeshStandardMaterial({ color: ROOF, roughness: 0.8, flatShading: true });
        const wide = HALF + 7;
        const cone = new Mesh(new ConeGeometry(wide * Math.SQRT2, APEX - EAVES, 4), slate);
        cone.rotation.set(Math.PI / 2, Math.PI / 4, 0);
        cone.position.z = (APEX + EAVES) / 2;
        cone.castShadow = true;
        group.add(cone, this.block([2 * wide, 2 * wide, 5], [0, 0, EAVES - 2.5], slate));
        return group;
    }

    /** A whole tentacle: its body inside the shaft, its end outside, thinner towards the tip. */
    private tentacle(rod: Rod): TubeGeometry {
        const points = [rod.far, ...curl(rod)].map((point) => new Vector3(...point));
        const tube = new TubeGeometry(new CatmullRomCurve3(points, false, 'chordal'), RINGS, 2.9, SIDES);
        const position = tube.attributes.position!;
        const centre = new Vector3();
        const at = new Vector3();
        for (let ring = 0; ring <= RINGS; ring += 1) {
            const thin = 1 - 0.55 * Math.max(0, (ring / RINGS - 0.72) / 0.28);
            const first = ring * (SIDES + 1);
            centre.set(0, 0, 0);
            for (let n = 0; n < SIDES; n += 1) centre.add(at.fromBufferAttribute(position, first + n));
            centre.divideScalar(SIDES);
            for (let n = 0; n <= SIDES; n += 1) {
                at.fromBufferAttribute(position, first + n).lerp(centre, 1 - thin);
                position.setXYZ(first + n, at.x, at.y, at.z);
            }
        }
        return tube;
    }

    /** The skin of a marble: its colour, and its glyph many times over, so that one always looks at us. */
    private skin(kind: Kind): MeshStandardMaterial {
        const known = this.skins.get(kind);
        if (known) return known;
        const { face, mark, glyph } = LOOKS[kind];
        const canvas = document.createElement('canvas');
        canvas.width = 256;
        canvas.height = 128;
        const pen = canvas.getContext('2d')!;
        pen.fillStyle = face;
        pen.fillRect(0, 0, 256, 128);
        pen.fillStyle = mark;
        const path = new Path2D(glyph);
        for (const x of [32, 96, 160, 224]) {
            pen.setTransform(1.7, 0, 0, 1.7, x - 20, 44);
            pen.fill(path);
        }
        const map = new CanvasTexture(canvas);
        map.colorSpace = SRGBColorSpace;
        const glows = kind === 'doom' ? { emissive: 0x8ff2d2, emissiveMap: map, emissiveIntensity: 0.9 } : {};
        const skin = new MeshStandardMaterial({ map, roughness: 0.25, metalness: 0.05, ...glows });
        this.skins.set(kind, skin);
        return skin;
    }

    resize(width: number, height: number): void {
        if (!width || !height) return;
        this.renderer.setSize(width, height, false);
        if (this.scene) this.show(this.scene);
    }

    /** Draw it as it is now. */
    show(scene: Scene): void {
        this.scene = scene;
        for (const wall of this.walls) {
            wall.opacity = scene.clear ? 0.34 : 1;
            wall.depthWrite = !scene.clear;
        }
        this.place(scene);
        scene.marbles.forEach(({ kind, point }, n) => {
            const ball = (this.balls[n] ??= this.fresh());
            ball.material = this.skin(kind);
            ball.position.set(...point);
            // Rolling turns it about; at rest a glyph looks south-east.
            ball.rotation.set(0.55, 0, (point[0] + point[1]) / MARBLE / 9 - 0.2);
            ball.visible = true;
        });
        for (const ball of this.balls.slice(scene.marbles.length)) ball.visible = false;
        this.renderer.render(this.space, this.camera);
    }

    private fresh(): Mesh {
        const ball = new Mesh(this.ball);
        ball.castShadow = ball.receiveShadow = true;
        this.space.add(ball);
        return ball;
    }

    private place(scene: Scene): void {
        const there = new Map(scene.rods.map((rod) => [rod.number, rod]));
        if (scene.sliding) there.set(scene.sliding.rod.number, scene.sliding.rod);
        for (const [number, mesh] of this.tentacles) {
            if (there.has(number)) continue;
            this.space.remove(mesh);
            mesh.geometry.dispose();
            this.tentacles.delete(number);
        }
        for (const [number, rod] of there) {
            const out = scene.sliding?.rod.number === number ? scene.sliding.out : 0;
            let mesh = this.tentacles.get(number);
            if (!mesh) {
                mesh = new Mesh(this.tentacle(rod), new MeshStandardMaterial({ roughness: 0.45 }));
                mesh.castShadow = true;
                this.tentacles.set(number, mesh);
                this.space.add(mesh);
            }
            mesh.position.set(rod.way[0] * out, rod.way[1] * out, 0);
            const colour = number === scene.lit || out ? LIT : scene.legal.has(number) ? LEGAL : DULL;
            mesh.material.color.copy(colour);
            mesh.material.emissive
                .copy(colour)
                .multiplyScalar(number === scene.lit ? 0.35 : scene.legal.has(number) ? 0.16 : 0);
        }
        const gone = new Map(scene.holes.map((rod) => [rod.number, rod]));
        for (const [number, mesh] of this.holes) mesh.visible = gone.has(number);
        for (const [number, { root, way }] of gone) {
            if (this.holes.has(number)) continue;
            const hole = new Mesh(new SphereGeometry(2.8, 16, 12), new MeshBasicMaterial({ color: 0x0b0f10 }));
            hole.position.set(root[0] - way[0] * 2, root[1] - way[1] * 2, root[2]);
            this.holes.set(number, hole);
            this.space.add(hole);
        }
    }

    dispose(): void {
        this.space.traverse((thing) => {
            if (!(thing instanceof Mesh)) return;
            (thing.geometry as TubeGeometry).dispose();
            (thing.material as Material).dispose();
        });
        for (const skin of this.skins.values()) skin.map?.dispose();
        this.renderer.dispose();
    }
}
