import type { CSSOptions } from 'vite'

type PostCss = Exclude<NonNullable<CSSOptions['postcss']>, string>
type Plugin = NonNullable<PostCss['plugins']>[number]

/** The uses of custom properties in a value, without fallbacks: none of ours has one. */
const uses = /var\((--[\w-]+)\)/g

/**
 * A PostCSS plugin. It puts a declaration without custom properties before each that uses some, with their values from
 * the first `:root` rule. Browsers that know no custom properties take that one, and all others the second.
 * @throws where a declaration uses a property that `:root` does not have
 */
export const plainValues = (): Plugin => ({
  postcssPlugin: 'plain-values',
  OnceExit(sheet, { Declaration }) {
    const values = new Map<string, string>()
    sheet.walkDecls(/^--/, ({ prop, value, parent }) => {
      if (parent?.parent === sheet && !values.has(prop)) values.set(prop, value)
    })
    sheet.walkDecls(/^[^-]|^-\w/, (declaration) => {
      if (!declaration.value.includes('var(')) return
      const value = declaration.value.replace(uses, (_, name: string) => {
        const plain = values.get(name)
        if (plain === undefined) throw declaration.error(`${name} has no value in :root`)
        return plain
      })
      declaration.before(new Declaration({ prop: declaration.prop, value }))
    })
  },
})
