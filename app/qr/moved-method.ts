/** A sign-in method that a QR code moves, as the form of its page names it. */
export const shownAs = ({ platform, name }: { platform: string; name: string }): string => `${platform} ${name}`
