/**
 * Elements of XHTML Basic 1.1, each under its name there. The tags of all other elements are dropped, and their text
 * stays.
 */
const elements: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...[
        'html',
        'head',
        'title',
        'link',
        'style',
        'body',
        'div',
        'p',
        'br',
        'h1',
        'h2',
        'h3',
        'strong',
        'em',
        'code',
        'pre',
        'a',
        'img',
      ],
      ...['ul', 'ol', 'li', 'table', 'caption', 'tr', 'td', 'th'],
      ...['form', 'fieldset', 'legend', 'label', 'input', 'select', 'option', 'textarea', 'button'],
    ].map((name) => [name, name]),
  ),
  ...Object.fromEntries(['main', 'header', 'footer', 'section', 'nav'].map((name) => [name, 'div'])),
  // Browsers indent the values of a list of facts by a third of the smallest screen.
  ...{ dl: 'div', dt: 'strong', dd: 'div' },
}

/** The attributes that XHTML Basic has and a small screen needs. An id is kept if a label or an error links to it. */
const attributesOf: Record<string, readonly string[]> = {
  link: ['rel', 'href'],
  style: ['type'],
  a: ['href'],
  form: ['action', 'method', 'enctype'],
  label: ['for'],
  input: ['id', 'type', 'name', 'value', 'checked', 'maxlength', 'src', 'alt', 'readonly', 'disabled'],
  select: ['id', 'name', 'multiple'],
  option: ['value', 'selected'],
  textarea: ['id', 'name', 'rows', 'cols'],
  button: ['type', 'name', 'value'],
  img: ['src', 'alt', 'width', 'height'],
}

/** XML writes a boolean attribute with its name as its value. */
const bare = ['checked', 'selected', 'multiple', 'readonly', 'disabled']
const inputTypes = ['text', 'password', 'checkbox', 'radio', 'submit', 'file', 'hidden', 'image']

/** Text fields are as wide as the smallest screen. */
const fieldSize = 10
const sizedInput = /\btype="(checkbox|radio|submit|file|hidden|image)"/

/**
 * The parts that a small page drops: those only for password managers and large screens, and links of a captcha that
 * the page of its form has too.
 */
const spared =
  /<div class="spared">.*?<\/div>|<div class="field"><label for="account_name">.*?<\/div>|<input type="submit" name="show_password".*?>/gs
/** The style sheet of a page with a captcha, which is as wide as its picture and has no bytes to spare. */
const sheetOfPicture = /<link\b[^>]*>(?=.*\/login\/verify\/picture)/s
const errorList = /<div class="problem" role="alert" tabindex="-1">.*?<\/div>/s
const fieldError = /<p class="error".*?<\/p>/gs
const withoutText = /<(svg|script|noscript)\b.*?<\/\1>/gs
const regionChoice = /<select\b[^>]*\bname="region"[^>]*>(.*?)<\/select>/s
/** The field for the region of a number, which offers other regions. */
const regionOfNumber =
  /<div class="field[^"]*"><label for="region">(?:(?!<\/div>).)*?<select\b[^>]*\bname="region"[^>]*>((?:(?!<\/select>).)*?\bvalue="other".*?)<\/select><\/div>/s
const tag = /<(\/?)([a-z][a-z\d]*)([^<>]*?)(\/?)>/gi
const attribute = /([\w:-]+)="([^"]*)"/g
/** The characters that XML 1.0 does not allow. */
const unspeakable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Keeps a number together, because it may be wider than the smallest screen. */
const unbrokenSpace = '\u00A0'

/** A phone has nine keys for links. */
const mostKeys = 9

/**
 * The markup of a page for the smallest browsers: only elements and attributes of XHTML Basic 1.1, as well-formed XML.
 * Links have access keys, by their order. Errors of fields are at their fields, because a list above them would push
 * the form off the screen. A list of regions exceeds the size of a page. For a number it is left out: the number is
 * read in the visitor's region, and any other begins with a +. Elsewhere it becomes a field for two letters.
 * @param markup as React renders it, which escapes `<`, `>` and `"` in every text and value
 * @param ownPath the path and query of the page, for forms that post to it
 */
export const smallMarkup = (markup: string, ownPath: string): string => {
  let keys = 0
  const nextKey = () => {
    keys += 1
    return keys <= mostKeys ? ` accesskey="${keys}"` : ''
  }
  return withErrorsOnce(markup)
    .replace(unspeakable, '')
    .replaceAll(unbrokenSpace, ' ')
    .replace(withoutText, '')
    .replace(spared, '')
    .replace(sheetOfPicture, '')
    .replace(
      regionOfNumber,
      (_, options: string) => `<input type="hidden" name="region" value="${chosenIn(options)}"/>`,
    )
    .replace(regionChoice, (_, options: string) => regionField(options))
    .replace(tag, (_, end: string, name: string, given: string, isEmpty: string) => {
      const element = elements[name.toLowerCase()]
      if (element === undefined) return ''
      if (end) return `</${element}>`
      const more = moreOf(element, given, ownPath) + (element === 'a' ? nextKey() : '')
      return `<${element}${attributesIn(element, given)}${more}${isEmpty && '/'}>`
    })
}

const attributesIn = (element: string, given: string): string =>
  [...given.matchAll(attribute)]
    .map(([, name = '', value = '']) => [name.toLowerCase(), value] as const)
    .filter(([name]) => attributesOf[element]?.includes(name))
    .map(([name, value]) => ` ${name}="${written(name, value, element)}"`)
    .join('')

const written = (name: string, value: string, element: string): string => {
  if (bare.includes(name)) return name
  return element === 'input' && name === 'type' && !inputTypes.includes(value) ? 'text' : value
}

/** The attributes that XHTML Basic requires of an element. */
const moreOf = (element: string, given: string, ownPath: string): string => {
  if (element === 'html') {
    const [, language = ''] = /\blang="([^"]*)"/.exec(given) ?? []
    // XHTML Basic has no direction. A phone that does not know it ignores it, and other languages could not be read
    // without it.
    const direction = / dir="rtl"/.test(given) ? ' dir="rtl"' : ''
    return ` xmlns="http://www.w3.org/1999/xhtml" xml:lang="${language}" lang="${language}"${direction}`
  }
  if (element === 'form' && !/\baction="/.test(given)) return ` action="${escapeAttribute(ownPath)}"`
  return element === 'input' && !sizedInput.test(given) ? ` size="${fieldSize}"` : ''
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Leaves each error of a form in one place: at its field, if all of them have one, or in the list above the form. */
const withErrorsOnce = (markup: string): string => {
  const [list = ''] = errorList.exec(markup) ?? []
  const names = [...list.matchAll(/<li>(?:<a href="#([^"]*)">)?/g)].map(([, name]) => name)
  const isAtFields = names.every((name) => name !== undefined && markup.includes(`id="${name}-error"`))
  const leadsOn = list.includes('<p>')
  return names.length > 0 && isAtFields && !leadsOn ? markup.replace(errorList, '') : markup.replace(fieldError, '')
}

const chosenIn = (options: string): string => {
  const [chosen = ''] = /<option\b[^>]*\bselected=""[^>]*>/.exec(options) ?? []
  const [, value = ''] = /\bvalue="([^"]*)"/.exec(chosen) ?? []
  return value
}

const regionField = (options: string): string =>
  `<input id="region" type="text" name="region" value="${chosenIn(options)}"/>`

const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML Basic 1.1//EN" "http://www.w3.org/TR/xhtml-basic/xhtml-basic11.dtd">'
const xmlTypes = ['application/vnd.wap.xhtml+xml', 'application/xhtml+xml']

/**
 * The media type of a small page: the first XHTML type that an Accept header names and does not refuse, otherwise HTML.
 */
export const smallMediaType = (accept: string): string => {
  const named = accept
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
  const isTaken = (type: string) =>
    named.some(([name, ...parameters]) => name === type && !parameters.some((each) => /^q=0(\.0*)?$/.test(each)))
  return xmlTypes.find(isTaken) ?? 'text/html'
}

/** The whole document. Only XML has a declaration: in HTML it would be an error. */
export const smallDocument = (markup: string, { mediaType, ownPath }: { mediaType: string; ownPath: string }): string =>
  `${mediaType === 'text/html' ? '' : '<?xml version="1.0" encoding="UTF-8"?>'}${doctype}${smallMarkup(markup, ownPath)}`
