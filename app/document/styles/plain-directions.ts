import type { CSSOptions } from 'vite'

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>
type Plugin = NonNullable<PostCss['plugins']>[number]

/** Style sheets whose names end like this are for right-to-left languages. */
const rightToLeft = /-rtl\.css$/

/** Properties of one side: margin-inline-start, inset-inline-end, border-inline-start, … */
const oneSide = /^(?:(inset)|(margin|padding|border))-inline-(start|end)((?:-\w+)?)$/

/**
 * A PostCSS plugin. Sheets use start and end, and this plugin turns them into left and right, in a sheet for each
 * direction. Browsers that know no logical properties (CSS Logical Properties and Values 1: Chrome before 87, Safari
 * before 14.1, NetSurf, Dillo) get the same page, and the common sheet has nothing for the other direction.
 * @throws for a logical property that it does not know, because it would reach those browsers unchanged
 */
export const plainDirections = (): Plugin => ({
  postcssPlugin: 'plain-directions',
  OnceExit(sheet) {
    const isMirrored = rightToLeft.test(sheet.source?.input.file?.split('?', 1)[0] ?? '')
    const sides = isMirrored ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' }
    sheet.walkDecls(/-(inline|block)(-|$)/, (declaration) => {
      const [, inset, property, side, more = ''] = oneSide.exec(declaration.prop) ?? []
      if (side !== 'start' && side !== 'end') throw declaration.error(`${declaration.prop} has no plain property here`)
      declaration.prop = inset ? sides[side] : `${property}-${sides[side]}${more}`
    })
  },
})
