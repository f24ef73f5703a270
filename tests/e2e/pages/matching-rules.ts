/**
 * Runs in a browser's page: the rules of a style sheet there, by the browser's own parser and matching. Rules for print are
 * left out. A state that only a person brings about, such as `:hover`, counts as there.
 * @param all true for all rules, whether something in the page matches or not
 * @returns a line for each selector: its conditions, the selector and its declarations
 */
export const matchingRules = ({ sheet, all = false }: { sheet: string; all?: boolean }): string[] => {
  const lines: string[] = []
  const add = (rule: CSSStyleRule, conditions: string) => {
    for (const selector of rule.selectorText.split(/,\s*(?![^()]*\))/)) {
      const still = selector
        .replace('::file-selector-button', '[type="file"]')
        .replace(/::?(before|after|hover|focus-visible|focus)(?![\w-])/g, '')
      if (all || document.querySelector(still === '' ? '*' : still.replace(/([\s>+~])$/, '$1*')))
        lines.push(`${conditions}${selector} { ${rule.style.cssText} }`)
    }
  }
  const walk = (rules: CSSRuleList, conditions: string) => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) add(rule, conditions)
      else if ((rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule) && rule.conditionText !== 'print')
        walk(rule.cssRules, `${conditions}${rule.conditionText} | `)
    }
  }
  const parsed = new CSSStyleSheet()
  parsed.replaceSync(sheet)
  walk(parsed.cssRules, '')
  return lines
}
