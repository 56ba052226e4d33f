// What the answer of a receiver means, for people who do not know what its numbers mean.
const known: Readonly<Record<number, string>> = {
  400: 'The receiver did not understand the lead',
  401: 'The receiver does not take our keys',
  403: 'The receiver does not let us in',
  404: 'There is nothing at this address',
  405: 'This address takes no leads',
  408: 'The receiver waited too long for us',
  410: 'The receiver wants no more leads',
  413: 'The lead is too long for the receiver',
  422: 'The receiver refused what the lead holds',
  425: 'The receiver was not ready yet',
  429: 'The receiver gets more than it takes at once',
}

/** @example reasonOf(503) // 'The receiver has a fault of its own (503).' */
export function reasonOf(status: number): string {
  if (status <= 0) return ''
  return `${known[status] ?? kindOf(status)} (${status}).`
}

function kindOf(status: number): string {
  if (status < 300) return 'The receiver took it'
  if (status < 400) return 'The address leads elsewhere, which is not followed'
  return status < 500 ? 'The receiver refused it' : 'The receiver has a fault of its own'
}
