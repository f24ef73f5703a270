/** The operator's announcement. It was already on the page, so a screen reader is not interrupted. */
export const Announcement = ({ text }: { text: string | null }) => text !== null && <p className="notice">{text}</p>
