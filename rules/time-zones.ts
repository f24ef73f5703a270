import { fullLanguageOf } from './languages'

type Cities = readonly [english: string, chinese: string]

/**
 * The time zones that a profile offers (IANA names), from west to east within each continent, each with its city.
 * English names are ASCII, because a single other letter halves what fits into an SMS.
 */
const zones: Readonly<Record<string, Cities>> = {
  'America/Anchorage': ['Anchorage', '安克雷奇'],
  'America/Los_Angeles': ['Los Angeles', '洛杉矶'],
  'America/Vancouver': ['Vancouver', '温哥华'],
  'America/Denver': ['Denver', '丹佛'],
  'America/Phoenix': ['Phoenix', '菲尼克斯'],
  'America/Chicago': ['Chicago', '芝加哥'],
  'America/Winnipeg': ['Winnipeg', '温尼伯'],
  'America/Mexico_City': ['Mexico City', '墨西哥城'],
  'America/New_York': ['New York', '纽约'],
  'America/Toronto': ['Toronto', '多伦多'],
  'America/Bogota': ['Bogota', '波哥大'],
  'America/Lima': ['Lima', '利马'],
  'America/Halifax': ['Halifax', '哈利法克斯'],
  'America/Manaus': ['Manaus', '马瑙斯'],
  'America/Santiago': ['Santiago', '圣地亚哥'],
  'America/Argentina/Buenos_Aires': ['Buenos Aires', '布宜诺斯艾利斯'],
  'America/Sao_Paulo': ['Sao Paulo', '圣保罗'],
  'Europe/Dublin': ['Dublin', '都柏林'],
  'Europe/Lisbon': ['Lisbon', '里斯本'],
  'Europe/London': ['London', '伦敦'],
  'Europe/Amsterdam': ['Amsterdam', '阿姆斯特丹'],
  'Europe/Berlin': ['Berlin', '柏林'],
  'Europe/Madrid': ['Madrid', '马德里'],
  'Europe/Paris': ['Paris', '巴黎'],
  'Europe/Rome': ['Rome', '罗马'],
  'Europe/Stockholm': ['Stockholm', '斯德哥尔摩'],
  'Europe/Warsaw': ['Warsaw', '华沙'],
  'Europe/Zurich': ['Zurich', '苏黎世'],
  'Europe/Athens': ['Athens', '雅典'],
  'Europe/Helsinki': ['Helsinki', '赫尔辛基'],
  'Europe/Kyiv': ['Kyiv', '基辅'],
  'Europe/Istanbul': ['Istanbul', '伊斯坦布尔'],
  'Europe/Moscow': ['Moscow', '莫斯科'],
  'Africa/Casablanca': ['Casablanca', '卡萨布兰卡'],
  'Africa/Lagos': ['Lagos', '拉各斯'],
  'Africa/Cairo': ['Cairo', '开罗'],
  'Africa/Johannesburg': ['Johannesburg', '约翰内斯堡'],
  'Africa/Nairobi': ['Nairobi', '内罗毕'],
  'Asia/Jerusalem': ['Jerusalem', '耶路撒冷'],
  'Asia/Riyadh': ['Riyadh', '利雅得'],
  'Asia/Tehran': ['Tehran', '德黑兰'],
  'Asia/Dubai': ['Dubai', '迪拜'],
  'Asia/Karachi': ['Karachi', '卡拉奇'],
  'Asia/Yekaterinburg': ['Yekaterinburg', '叶卡捷琳堡'],
  'Asia/Kolkata': ['New Delhi', '新德里'],
  'Asia/Kathmandu': ['Kathmandu', '加德满都'],
  'Asia/Dhaka': ['Dhaka', '达卡'],
  'Asia/Yangon': ['Yangon', '仰光'],
  'Asia/Bangkok': ['Bangkok', '曼谷'],
  'Asia/Ho_Chi_Minh': ['Ho Chi Minh City', '胡志明市'],
  'Asia/Jakarta': ['Jakarta', '雅加达'],
  'Asia/Novosibirsk': ['Novosibirsk', '新西伯利亚'],
  'Asia/Hong_Kong': ['Hong Kong', '香港'],
  'Asia/Kuala_Lumpur': ['Kuala Lumpur', '吉隆坡'],
  'Asia/Macau': ['Macao', '澳门'],
  'Asia/Makassar': ['Makassar', '望加锡'],
  'Asia/Manila': ['Manila', '马尼拉'],
  'Asia/Shanghai': ['Shanghai', '北京'],
  'Asia/Singapore': ['Singapore', '新加坡'],
  'Asia/Taipei': ['Taipei', '台北'],
  'Asia/Seoul': ['Seoul', '首尔'],
  'Asia/Tokyo': ['Tokyo', '东京'],
  'Asia/Vladivostok': ['Vladivostok', '符拉迪沃斯托克'],
  'Pacific/Honolulu': ['Honolulu', '檀香山'],
  'Australia/Perth': ['Perth', '珀斯'],
  'Australia/Adelaide': ['Adelaide', '阿德莱德'],
  'Australia/Brisbane': ['Brisbane', '布里斯班'],
  'Australia/Sydney': ['Sydney', '悉尼'],
  'Pacific/Auckland': ['Auckland', '奥克兰'],
}

export const offeredTimeZones: readonly string[] = Object.keys(zones)

/** The city of a time zone, or undefined if the zone is not offered. It has a name in the full languages. */
export const cityOf = (language: string, timeZone: string): string | undefined => {
  const [english, chinese] = zones[timeZone] ?? []
  return fullLanguageOf(language) === 'en' ? english : chinese
}

/** The default time zone of a language, if nothing else is known. */
export const timeZoneOfLanguage = (language: string): string =>
  fullLanguageOf(language) === 'en' ? 'UTC' : 'Asia/Shanghai'
