/** Where we are: the address as state, and links that do not load the page anew. */

import { route, type Route } from '../router';

class Here {
    address = $state(location.href);
    readonly route: Route = $derived(route(new URL(this.address)));
}

export const here = new Here();

export function go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path);
    else history.pushState(null, '', path);
    const before = here.route.page;
    here.address = location.href;
    if (here.route.page !== before) scrollTo(0, 0);
}

/** Forget the fragment: what it carried has been exchanged. */
export function dropFragment(): void {
    history.replaceState(null, '', location.pathname + location.search);
}

function follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
}

export function watchAddress(): void {
    addEventListener('popstate', () => (here.address = location.href));
    document.addEventListener('click', follow);
}
