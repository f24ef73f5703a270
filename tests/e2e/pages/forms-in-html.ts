/** A form as the app renders it. */
export interface FormInHtml {
  /** The path that it posts to; empty for the page's own address. */
  action: string
  /** The names of its fields and buttons. */
  names: string[]
  /** What a browser sends of it when nothing is typed. */
  values: Record<string, string>
}

type Attributes = Record<string, string | undefined>

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>' }

const unescaped = (text: string): string => text.replace(/&(amp|quot|#x27|lt|gt);/g, (entity) => entities[entity] ?? '')

const attributesIn = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )

const isSentAsItIs = ({ type = 'text', checked }: Attributes): boolean =>
  type === 'checkbox' || type === 'radio' ? checked !== undefined : !['file', 'image', 'submit'].includes(type)

/** The option of a select that is chosen, or else the first. */
const chosenIn = (options: string): string => {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = '']) => attributesIn(tag))
  return (all.find(({ selected }) => selected !== undefined) ?? all[0])?.value ?? ''
}

/** The forms of a page, in order. Reads the markup of React's static renderer: lower case, every value in double quotes. */
export const formsIn = (html: string): FormInHtml[] =>
  [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, formTag = '', content = '']) => {
    const inputs = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, tag = '']) => attributesIn(tag))
    const buttons = [...content.matchAll(/<button\b([^>]*)>/g)].map(([, tag = '']) => attributesIn(tag))
    const selects = [...content.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].map(
      ([, tag = '', options = '']) => [attributesIn(tag).name ?? '', chosenIn(options)] as const,
    )
    const areas = [...content.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)].map(
      ([, tag = '', text = '']) => [attributesIn(tag).name ?? '', unescaped(text)] as const,
    )
    const sent = inputs.filter(isSentAsItIs).map(({ name = '', value = '' }) => [name, value] as const)
    return {
      action: attributesIn(formTag).action ?? '',
      names: [...inputs, ...buttons]
        .flatMap(({ name }) => name ?? [])
        .concat([...selects, ...areas].map(([name]) => name)),
      values: Object.fromEntries([...sent, ...selects, ...areas]),
    }
  })
