/**
 * Forwards bookmarks of the hash router (`/#/login`) to their path. The pattern accepts one slash and then a letter,
 * and no colon or backslash, so it leads only to paths of this site. The script has no characters that HTML escapes, so
 * the Content-Security-Policy has the hash of the text in the page.
 */
export const hashForwarder = 'var m=/^#(\\/\\w[\\w/?=%.~\\x26-]*)$/.exec(location.hash);if(m)location.replace(m[1])'
