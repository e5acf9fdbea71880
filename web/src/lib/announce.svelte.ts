/** What is said aloud: politely about what others do, at once about your turn and what went wrong. */

class Announcements {
    polite = $state('');
    assertive = $state('');

    politely(text: string): void {
        this.polite = text;
    }

    now(text: string): void {
        // The same words twice are said twice: a screen reader hears changes only.
        this.assertive = text === this.assertive ? `${text}\u00a0` : text;
    }
}

export const announce = new Announcements();
