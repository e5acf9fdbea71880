/**
 * The little Markdown that handbooks use: headings, paragraphs, lists, tables, bold, code, links. It becomes a tree that
 * components draw, never HTML text, so nothing in a handbook can be anything but words.
 */

export type Inline =
    { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string };

export type Block =
    | { kind: 'heading'; level: number; id: string; text: Inline[] }
    | { kind: 'paragraph'; text: Inline[] }
    | { kind: 'list'; ordered: boolean; items: Inline[][] }
    | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const RULE_ID = /\b[A-Z]{2}-[A-Z]+\d*\b/;
const INLINE = /\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+/;

/** Words with their emphasis; ids of rules become links to their place. */
export function inline(text: string): Inline[] {
    const found = INLINE.exec(text);
    if (!found) return ruleLinks(text);
    const [whole, strong, em, code, label, href] = found;
    const marked: Inline = strong
        ? { kind: 'strong', text: strong }
        : em
          ? { kind: 'em', text: em }
          : code
            ? { kind: 'code', text: code }
            : link(label!, href!);
    const before = text.slice(0, found.index);
    return [...ruleLinks(before), marked, ...inline(text.slice(found.index + whole.length))];
}

/** Links lead within this site only; others keep their words. */
function link(text: string, href: string): Inline {
    return /^[#/](?!\/)/.test(href) ? { kind: 'link', text, href } : { kind: 'text', text };
}

function ruleLinks(text: string): Inline[] {
    if (!text) return [];
    const found = RULE_ID.exec(text);
    if (!found) return [{ kind: 'text', text }];
    return [
        ...ruleLinks(text.slice(0, found.index)),
        { kind: 'link', text: found[0], href: `#${found[0]}` },
        ...ruleLinks(text.slice(found.index + found[0].length)),
    ];
}

/** The anchor of a heading: its rule id, else its words. */
function anchor(text: string): string {
    const rule = /^([A-Z]{2}-\S+)\s/.exec(text);
    return rule ? rule[1]! : text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function cells(line: string): Inline[][] {
    return line
        .replace(/^\s*\||\|\s*$/g, '')
        .split('|')
        .map((cell) => inline(cell.trim()));
}

function block(lines: string[]): Block {
    const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0]!);
    if (heading) {
        const text = heading[2]!.trim();
        return { kind: 'heading', level: heading[1]!.length, id: anchor(text), text: [{ kind: 'text', text }] };
    }
    if (lines.length > 1 && lines[0]!.trimStart().startsWith('|') && /^[\s|:-]+$/.test(lines[1]!)) {
        return { kind: 'table', head: cells(lines[0]!), rows: lines.slice(2).map(cells) };
    }
    const item = ITEM.exec(lines[0]!);
    if (item) {
        const items: string[] = [];
        for (const line of lines) {
            if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
            else items[items.length - 1] += ` ${line.trim()}`;
        }
        return { kind: 'list', ordered: item[1] !== undefined, items: items.map(inline) };
    }
    return { kind: 'paragraph', text: inline(lines.join(' ')) };
}

/** A text as blocks; blank lines part them, and a heading stands alone. */
export function parse(text: string): Block[] {
    const blocks: Block[] = [];
    let lines: string[] = [];
    const close = () => {
        if (lines.length) blocks.push(block(lines));
        lines = [];
    };
    for (const line of text.split('\n')) {
        const heading = /^#{1,6}\s/.test(line);
        if (heading || !line.trim()) close();
        if (line.trim()) lines.push(line);
        if (heading) close();
    }
    close();
    return blocks;
}
