import { describe, expect, it } from 'vitest'
import { collectGarbage } from '#tests/fixtures/programs/collect-garbage'
import { sheetNamed } from '#tests/fixtures/style-sheets'
import { SheetRules } from '~/document/styles/sheet-rules'

const page = (body: string) => `<html lang="en"><head></head><body>${body}</body></html>`

/** The rules of a common sheet that a page needs. */
const needed = (sheet: string, body: string) => new SheetRules(sheet, '').neededBy(page(body), false)

describe('the rules that a page needs', () => {
  it.each([
    ['p{color:red}', '<p>x</p>', '<a href="/">x</a>'],
    ['.rows>*>a:before{top:0}', '<ul class="more rows"><li><a href="/">x</a></li></ul>', '<ul class="rows"></ul>'],
    ['.part.long{width:1em}', '<p class="part long"></p>', '<p class="part"></p>'],
    ['[readonly]{color:red}', '<input readOnly=""/>', '<input/>'],
    ['input[type=radio]{width:1em}', '<input type="radio"/>', '<input type="text"/>'],
    ['[type="file"]{width:1em}', '<input type="file"/>', '<input type="text"/>'],
    ['::file-selector-button{border:0}', '<input type="file"/>', '<input type="text"/>'],
    [':disabled{opacity:.5}', '<input disabled=""/>', '<input/>'],
    ['label:has(:disabled){opacity:.5}', '<label><input disabled=""/></label>', '<label><input/></label>'],
    ['.f div:hover:has(.change){top:0}', '<dl class="f"><div class="change"/></dl>', '<dl class="f"><div/></dl>'],
    ['#main{top:0}', '<p id="main"></p>', '<p id="other"></p>'],
  ])('happy: the rule %s is in each page that has what the rule names, and in no other', (rule, withIt, without) => {
    expect(needed(rule, withIt)).toBe(rule)
    expect(needed(rule, without)).toBe('')
  })

  it.each(['*{top:0}', ':root{--a:1}', ':focus-visible{top:0}', 'body:not(.bare){top:0}', ':is(p,ul){top:0}'])(
    'happy: the rule %s, which names nothing that could be missing, is in every page',
    (rule) => expect(needed(rule, '')).toBe(rule),
  )

  it('happy: unused selectors of a list are left out, and rules keep their order and conditions', () => {
    const sheet =
      'p{top:0}ul,p,.x{top:1px}@supports (display: grid){ol{top:2px}@media (min-width:9em){p{top:3px}}}@media (max-width:1em){ol{top:4px}}p{top:5px}'
    expect(needed(sheet, '<p></p>')).toBe(
      'p{top:0}p{top:1px}@supports (display: grid){@media (min-width:9em){p{top:3px}}}p{top:5px}',
    )
  })

  it('happy: rules for elements that our script adds are in each page with an island, and only there', () => {
    const sheet = '.button{top:0}.quiet{top:1px}[hidden]{display:none}'
    expect(needed(sheet, '<div data-island="captcha"></div>')).toBe(sheet)
    expect(needed(sheet, '<div></div>')).toBe('')
  })

  it('happy: print rules are left to the linked print sheet', () => {
    expect(needed('p{top:0}@media print{p{top:1px}}', '<p></p>')).toBe('p{top:0}')
  })

  it('happy: a page with the common sheet gets only rules of the other sheet, without duplicates', () => {
    const rules = new SheetRules(':root{--a:1}p{top:0}', ':root{--a:1}pre{top:1px}p{top:2px}')
    expect(rules.neededBy(page('<p></p>'), true)).toBe('p{top:2px}')
    expect(rules.neededBy(page('<p></p>'), false)).toBe(':root{--a:1}p{top:0}p{top:2px}')
    expect(rules.neededBy(page(''), true)).toBe('')
  })

  it('security: text that people typed into a page adds no rule', () => {
    const text = '&lt;pre class=&quot;x&quot;&gt; class=x hidden=1'
    expect(needed('pre{top:0}.x{top:0}[hidden]{top:0}', `<p title="${text}">${text}</p>`)).toBe('')
  })

  it('happy: a page is not kept in memory for its tags, which are remembered', () => {
    const rules = new SheetRules('p{top:0}', '')
    const used = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = used()
    for (let nth = 0; nth < 500; nth += 1) rules.neededBy(page(`<p id="paragraph-${nth}">${'x'.repeat(50_000)}`), false)
    expect(used() - before).toBeLessThan(5_000_000)
    expect(rules.neededBy(page('<p id="paragraph-0">'), false)).toBe('p{top:0}')
  })

  it('error: a sheet with an unclosed brace stops the start', () => {
    expect(() => new SheetRules('p{top:0', '')).toThrow(/does not close the brace/)
  })

  it('happy: a page with every name has every rule of our sheets', async () => {
    const [common, seldom] = [await sheetNamed('butterfly.css'), await sheetNamed('seldom.css')]
    const text = common + seldom
    const classes = [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name)
    const elements =
      'html,body,a,main,h1,h2,time,p,ul,ol,li,label,legend,fieldset,input,select,textarea,form,header,footer,div,dl,dt,dd,code,pre,img,span,h3,thead,tbody,tr,th,td,summary'
        .split(',')
        .map((name) => `<${name} class="${classes.join(' ')}">`)
    const attributes =
      '<input id="main" readOnly="" disabled="" hidden="" type="file" aria-current="page" scope="row" data-hint="" data-label="" width="208" height="296"/><input type="date"/><input type="checkbox"/><input type="radio"/><input type="hidden"/>'
    const squeezed = (css: string) => css.replace(/\s+/g, '')
    const all = new SheetRules(common, seldom).neededBy(elements.join('') + attributes, false)
    const count = (css: string) => squeezed(css).split('{').length
    const print = /@mediaprint\{(?:[^{}]*\{[^{}]*\})*\}/
    const repeated = squeezed(await sheetNamed('colours.css'))
    expect(count(all)).toBe(count(squeezed(text).replace(print, '').replace(repeated, '')))
  })
})
