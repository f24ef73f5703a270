/** True when the router reads a path of a URL as the operator's desk: in any case, and with escapes. */
export const isDeskPath = (pathname: string): boolean => {
  const [, first = ''] = pathname.split('/')
  return first.toLowerCase() === 'desk' || unescaped(first).toLowerCase() === 'desk'
}

const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
