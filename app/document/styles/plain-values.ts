import type { CSSOptions } from 'vite'

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>
type Plugin = NonNullable<PostCss['plugins']>[number]

/** Browsers that know one of these also know custom properties. */
const newer = {
  condition: /^supports$/,
  selector: /:focus-visible|:has\(|::file-selector-button/,
  property: /^accent-color$/,
}
/** Without a plain value for these, nothing is missed: the colour below stays. */
const decoration = /^background-image$/

/** The custom properties in a value. Fallbacks are not supported, because no sheet has one. */
const uses = /var\((--[\w-]+)\)/g

/**
 * A PostCSS plugin. Before each declaration with custom properties, it adds one with their values from the first
 * `:root` rule. Browsers without custom properties use that one, and all others the second. Within rules for newer
 * browsers, and for decoration, it adds nothing.
 * @throws if a declaration uses a property that `:root` does not have
 */
export const plainValues = (): Plugin => ({
  postcssPlugin: 'plain-values',
  OnceExit(sheet, { Declaration }) {
    const values = new Map<string, string>()
    sheet.walkDecls(/^--/, ({ prop, value, parent }) => {
      if (parent?.parent === sheet && !values.has(prop)) values.set(prop, value.trim())
    })
    sheet.walkDecls(/^[^-]|^-\w/, (declaration) => {
      if (!declaration.value.includes('var(') || isForNewer(declaration)) return
      const value = declaration.value.replace(uses, (_, name: string) => {
        const plain = values.get(name)
        if (plain === undefined) throw declaration.error(`${name} has no value in :root`)
        return plain
      })
      declaration.before(new Declaration({ prop: declaration.prop, value }))
    })
  },
})

type Place = { type: string; parent?: unknown; name?: string; selector?: string }

const isForNewer = (declaration: Place & { prop: string }): boolean => {
  if (newer.property.test(declaration.prop) || decoration.test(declaration.prop)) return true
  for (let at = declaration.parent as Place | undefined; at; at = at.parent as Place | undefined)
    if (newer.condition.test(at.name ?? '') || newer.selector.test(at.selector ?? '')) return true
  return false
}
