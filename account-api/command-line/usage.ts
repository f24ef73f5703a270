const prefix = 'npm run admin -- '

/** The entries of a usage text for the command that the words begin with. Unknown words get the whole text. */
export const usageFor = (text: string, [subject, verb]: readonly string[]): string => {
  const entries = text.split(/(?<=\n)(?=npm run admin )/).map((entry) => {
    const [named = '', acted = ''] = entry.slice(prefix.length).split(/\s/)
    return { entry, isOfSubject: isNamed(named, subject), isOfVerb: isNamed(acted, verb) }
  })
  const ofSubject = entries.filter(({ isOfSubject }) => isOfSubject)
  const ofVerb = ofSubject.filter(({ isOfVerb }) => isOfVerb)
  const [shown = entries] = [ofVerb, ofSubject].filter(({ length }) => length > 0)
  return shown.map(({ entry }) => entry).join('')
}

/** An entry may name several words: `enable|disable|remove`. */
const isNamed = (named: string, typed = ''): boolean => named.split('|').includes(typed)
