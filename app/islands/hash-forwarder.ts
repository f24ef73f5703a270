/**
 * Sends bookmarks of the hash router (`/#/login`) on to the path they name. The pattern has one slash, then a letter, and
 * knows neither colon nor backslash, so the way leads to a path of ours only. The text is free of the characters that
 * HTML escapes: it stands in the page as it is, and its hash in the Content-Security-Policy covers just that.
 */
export const hashForwarder = 'var m=/^#(\\/\\w[\\w/?=%.~\\x26-]*)$/.exec(location.hash);if(m)location.replace(m[1])'
