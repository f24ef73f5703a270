/** A text with what these rules are about, after a tag. What holds no elements, or is whole already, is left alone. */
const texts = /<(?:title|style|script|option|textarea|time)\b[^<]*|>[^<]*[@”年）)][^<]*/g

/** An email address with the marks behind it, which would be alone on a line below it. */
const address = /(?<![\w*.+-])([\w*.+-]+)@((?:[\p{L}\d-]+\.)+[\p{L}\d-]+)([.,;:!?。，；：！？、）)”]*)/gu
/** A day, and the clock time with its zone that may follow it on the next line. */
const chineseTime = /\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}:\d{2}（[^<）]*）/g
/** The end of a long word, without a part of a character reference. */
const closingAfterLongWord =
  /(?<=[^\s<>“（(\p{Script=Han}]{10})[^\s<>“（(&;\p{Script=Han}]{2}[”）)][.,?!:;。，？！：；、]?/gu

const wholeIfThereIsRoom = (_: string, name: string, domain: string, marks: string): string =>
  `<span class="address">${name}<wbr>@${domain.replaceAll('.', '<wbr>.')}${marks}</span>`

/**
 * Lets a text break where it reads well, if it has to break: an email address before its @ and its dots, a Chinese day
 * or time not inside, and a long name not between its last letters and the mark that closes it. What people copy stays
 * the same.
 */
export const withLineBreaks = (markup: string): string =>
  markup.replace(texts, (text) =>
    text.startsWith('<')
      ? text
      : text
          .replace(address, wholeIfThereIsRoom)
          .replace(chineseTime, '<span class="day">$&</span>')
          .replace(closingAfterLongWord, '<span class="whole">$&</span>'),
  )
