const list = (words: string): readonly string[] => words.split(' ')

/** Words that suggest the operator, alone or in a word that is made of such words. */
export const strongWords = list(
  'admin administrator customercare customerservice helpdesk hostmaster moderator official operator postmaster security support verification verified webmaster',
)

/** Words that do so as whole words of a username alone: in others (grassroots, staffan, ecosystem) they are harmless. */
export const weakWords = list('abuse billing help mod owner passport root service staff sys system team')

/** Words without information about the owner of a name. A name of these and weak words alone is read as the operator's. */
export const emptyWords = list('account accounts alert code login notice password the')

/** Words that a word of the operator may be made of, besides strong and weak ones. */
export const furtherParts = list('account center centre desk my news online the')

/** Ordinary words, or their beginnings, that begin or end as a strong one. */
export const harmlessWords = list(
  'badmin administra cooperator supporter supported supporting supportive unofficial officially officialdom insecurity biosecurity cybersecurity',
)

/**
 * Chinese words that suggest the operator, in characters of the mainland and of other regions; the last three alone at
 * the beginning of a name.
 */
export const chineseWord =
  /管理[员員]|客服|[验驗][证證]|客[户戶]服[务務]|工作人[员員]|(?<![军軍法])官方(?![阵陣])|版主|站[长長]|(?<!\p{Script=Han})(?:系[统統]|[运運][营營]|安全中心)/gu
