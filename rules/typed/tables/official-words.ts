const list = (words: string): readonly string[] => words.split(' ')

/** Words that suggest the operator. Accents do not matter. */
export const officialWords = {
  /** Words that are refused alone, and in a word that consists of such words. */
  strong: list(
    [
      'admin administrator customercare customerservice helpdesk hostmaster moderator official operator postmaster security support verification verified webmaster',
      'administrador administradora administrateur administratrice administratore administratorin administratör beheerder kundendienst kundenservice moderador moderateur moderatore operador operateur operatore podpora quantrivien rendszergazda soporte suporte supporto verificado verificada verifie verifiee verifiziert ugyfelszolgalat wsparcie yllapitaja yonetici',
      'админ адмін администратор адміністратор модератор оператор поддержка підтримка поддръжка подршка техподдержка службаподдержки службапідтримки администрациясайта саппорт верифицирован верифицирована διαχειριστης υποστηριξη ადმინი ადმინისტრატორი ադմին ադմինիստրատոր',
      'ادمن الادمن الدعم ادمین ایڈمن پشتیبانی אדמין תמיכה एडमिन ऐडमिन एडमिनिस्ट्रेटर सपोर्ट অ্যাডমিন এডমিন সাপোর্ট ਐਡਮਿਨ એડમિન அட்மின் ఆడ్మిన్ అడ్మిన్ ಅಡ್ಮಿನ್ അഡ്മിൻ ആഡ്മിൻ ඇඩ්මින් አድሚን',
      'asiakaspalvelu atencionalcliente atendimentoaocliente chamsockhachhang destekekibi hotrokhachhang kundeservice kundtjanst klantenservice layananpelanggan musterihizmetleri obslugaklienta serviceclient serviziocliente servizioclienti εξυπηρετησηπελατων خدمةالعملاء خدماتمشتریان שירותלקוחות ग्राहकसेवा',
      '관리자 운영자 운영팀 고객센터 고객지원 어드민',
    ].join(' '),
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
    'badmin administra администра cooperator supporter supported supporting supportive unofficial officially officialdom insecurity biosecurity cybersecurity',
  ),
  /** Words of scripts without spaces. Four Chinese ones count only at the beginning of a name. */
  unspaced:
    /管理[员員者]|客服|[验驗][证證]|客[户戶]服[务務]|工作人[员員]|(?<![军軍法])官方(?![阵陣])|版主|站[长長]|(?<!\p{Script=Han})(?:系[统統]|[运運][营營営]|安全中心|公式)|已[认認][证證]|認証済み|サポート|アドミン|แอดมิน|ผู้ดูแลระบบ|ແອດມິນ|អេដមីន|အက်ဒမင်/gu,
}
