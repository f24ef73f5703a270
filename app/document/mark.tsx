/** Written with commas, which a URL takes unescaped, so the icon compresses as a repetition of the mark. */
const wings = 'M12,12C9,4,2,3,2,8c0,3,3,5,6,5-3,0-4,2-4,4,0,4,6,4,8-1,2,5,8,5,8,1,0-2-1-4-4-4,3,0,6-2,6-5,0-5-7-4-10,4z'

/** The product's mark, for the header. It is decoration: the name is next to it. */
export const Mark = () => (
  <svg className="mark" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <path fill="currentColor" d={wings} />
  </svg>
)

/**
 * The same mark as an inline icon, which saves the browser a request. Only what a URL and an attribute need is escaped.
 */
export const iconIn = (color: string): string =>
  `data:image/svg+xml,${`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" d="${wings}"/></svg>`.replace(/[<>"# ]/g, encodeURIComponent)}`
