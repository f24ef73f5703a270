const list = (words: string): readonly string[] => words.split(' ')

/** Words that suggest the operator. */
export const officialWords = {
  /** Words that are refused alone, and in a word that consists of such words. */
  strong: list(
    'admin administrator customercare customerservice helpdesk hostmaster moderator official operator postmaster security support verification verified webmaster',
  ),
  /**
   * Words that are refused only as whole words of a username. As parts (grassroots, staffan, ecosystem) they are
   * harmless.
   */
  weak: list('abuse billing help mod owner passport root service staff sys system team'),
  /**
   * Words that say nothing about the owner of a name. A name of these and weak words alone is read as the operator's.
   */
  empty: list('account accounts alert code login notice password the'),
  /** Further parts of composed words of the operator, besides strong and weak words. */
  further: list('account center centre desk my news online the'),
  /** Ordinary words, or beginnings of them, that begin or end with a strong one. */
  harmless: list(
    'badmin administra cooperator supporter supported supporting supportive unofficial officially officialdom insecurity biosecurity cybersecurity',
  ),
  /**
   * Chinese words of the operator, in characters of the mainland and of other regions. The last three count only at the
   * beginning of a name.
   */
  chinese:
    /管理[员員]|客服|[验驗][证證]|客[户戶]服[务務]|工作人[员員]|(?<![军軍法])官方(?![阵陣])|版主|站[长長]|(?<!\p{Script=Han})(?:系[统統]|[运運][营營]|安全中心)/gu,
}
