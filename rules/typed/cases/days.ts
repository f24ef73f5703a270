/** The day, the month and the year of a birthday as typed, and the result. */
export const days: readonly (readonly [day: string, month: string, year: string, read: string])[] = [
  ['27', '3', '1990', '1990-03-27'],
  ['07', '03', '1990', '1990-03-07'],
  ['２７', '３', '１９９０', '1990-03-27'],
  ['27日', '3月', '1990年', '1990-03-27'],
  ['٢٧', '٣', '١٩٩٠', '1990-03-27'],
  ['۲۷', '۳', '۱۹۹۰', '1990-03-27'],
  ['२७', '३', '१९९०', '1990-03-27'],
  ['২৭', '৩', '১৯৯০', '1990-03-27'],
  ['๒๗', '๓', '๑๙๙๐', '1990-03-27'],
  ['၂၇', '၃', '၁၉၉၀', '1990-03-27'],
  ['27.', '3.', '1990', '1990-03-27'],
  ['27th', '3', '1990', '1990-03-27'],
  ['1er', '3', '1990', '1990-03-01'],
  [' 29 ', '2', '2000', '2000-02-29'],
  ['', '', '', ''],
]

/** Parts that are not a birthday: the part to correct, and why. */
export const refusedDays: readonly (readonly [
  day: string,
  month: string,
  year: string,
  part: string,
  reason: string,
])[] = [
  ['', '3', '1990', 'day', 'incomplete'],
  ['27', '', '1990', 'month', 'incomplete'],
  ['27', '3', '', 'year', 'incomplete'],
  ['27', '3', '90', 'year', 'year'],
  ['27', '13', '1990', 'month', 'month'],
  ['27', 'March', '1990', 'month', 'month'],
  ['30', '2', '1990', 'day', 'not_real'],
  ['29', '2', '1990', 'day', 'not_real'],
  ['0', '2', '1990', 'day', 'not_real'],
  ['1', '1', '2999', 'year', 'future'],
  ['1', '1', '1850', 'year', 'too_long_ago'],
]
