/** The refusals of a code that there is not, or not any more, and of one that is decided. */
export const gone = { ok: false, code: 'no_such_qrcode' }
export const overBy = (state: string) => ({ ok: false, code: 'qrcode_over', data: { state } })

/** What a screen shows of a code: its halves, its letters, its number, and a number that is not its own. */
export const shownOf = (got: { token: string; qrcode_url: string; letters: string; matching_number: number }) => {
  const { token: polling, letters, matching_number: number } = got
  const url = new URL(got.qrcode_url)
  const token = url.searchParams.get('token') ?? ''
  return { polling, token, url, letters, number, other: number === 99 ? 10 : number + 1 }
}
