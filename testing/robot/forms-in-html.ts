export interface ButtonInHtml {
  name: string
  value: string
  text: string
  /** The address that it posts to, if it differs from its form's. */
  action: string | undefined
}

export interface FormInHtml {
  /** The path that the form posts to; empty for the page's own address. */
  action: string
  method: 'get' | 'post'
  isMultipart: boolean
  /** The names of its fields and buttons. */
  names: string[]
  /** The value that a browser sends if nothing is typed. */
  values: [name: string, value: string][]
  buttons: ButtonInHtml[]
}

type Attributes = Record<string, string | undefined>

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: '\u00A0' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name = '') => {
    if (hex ?? decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
    return entities[name] ?? entity
  })

/** The text of a piece of HTML for a person, with plain spaces. */
export const textIn = (html: string): string =>
  unescaped(html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

const attributesIn = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)].map(
      ([, name = '', double, single, bare]) => [name.toLowerCase(), unescaped(double ?? single ?? bare ?? '')],
    ),
  )

/** Each element of a kind, with its attributes and its content. */
const elementsIn = (html: string, name: string): { attributes: Attributes; content: string }[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gs'))].map(([, tag = '', content = '']) => ({
    attributes: attributesIn(tag),
    content,
  }))

/** The links of a page, in order. */
export const linksIn = (html: string): { to: string; text: string }[] =>
  elementsIn(html, 'a').flatMap(({ attributes: { href }, content }) =>
    href === undefined ? [] : [{ to: href, text: textIn(content) }],
  )

const isSentAsItIs = ({ type = 'text', checked }: Attributes): boolean =>
  type === 'checkbox' || type === 'radio'
    ? checked !== undefined
    : !['file', 'image', 'submit', 'button', 'reset'].includes(type)

/** The chosen option of a select, otherwise the first. */
const chosenIn = (options: string): string => {
  const all = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, tag = '']) => attributesIn(tag))
  return (all.find(({ selected }) => selected !== undefined) ?? all[0])?.value ?? ''
}

const buttonsIn = (content: string, inputs: readonly Attributes[]): ButtonInHtml[] => {
  const said = elementsIn(content, 'button').map(({ attributes, content }) => ({
    ...attributes,
    text: textIn(content),
  }))
  const drawn = inputs.filter(({ type }) => type === 'submit').map((each) => ({ ...each, text: each.value ?? '' }))
  return [...said, ...drawn]
    .filter(({ type = 'submit' }: Attributes) => type === 'submit')
    .map(({ name = '', value = '', text, formaction }: Attributes) => ({
      name,
      value,
      text: text ?? '',
      action: formaction,
    }))
}

/** The forms of a page, in order. Attributes must not contain a bare `>`; React and most templates comply. */
export const formsIn = (html: string): FormInHtml[] =>
  elementsIn(html, 'form').map(({ attributes, content }) => {
    const inputs = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, tag = '']) => attributesIn(tag))
    const buttons = buttonsIn(content, inputs)
    const selects = elementsIn(content, 'select').map(
      (select) => [select.attributes.name ?? '', chosenIn(select.content)] as const,
    )
    const areas = elementsIn(content, 'textarea').map(
      (area) => [area.attributes.name ?? '', unescaped(area.content)] as const,
    )
    const sent = inputs.filter(isSentAsItIs).map(({ name = '', value = '' }) => [name, value] as const)
    return {
      action: attributes.action ?? '',
      method: attributes.method?.toLowerCase() === 'post' ? 'post' : 'get',
      isMultipart: attributes.enctype === 'multipart/form-data',
      names: [...inputs, ...elementsIn(content, 'button').map((button) => button.attributes)]
        .flatMap(({ name }) => name ?? [])
        .concat([...selects, ...areas].map(([name]) => name)),
      values: [...sent, ...selects, ...areas].flatMap(([name, value]): [string, string][] =>
        name === '' ? [] : [[name, value]],
      ),
      buttons,
    }
  })
