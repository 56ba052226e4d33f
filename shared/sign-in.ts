// Every limit of signing in, in one place, and how tries to guess a password are counted.
import { DAY, HOUR, MINUTE } from './dates.ts'

export const signInLimits = {
  /** Wrong passwords that one source (an address, or a device we know) may send for one account in `windowMs`. */
  perSource: 10,
  windowMs: 15 * MINUTE,
  /** Wrong passwords for one account in a day, no matter who sends them. Devices that the owner signed in on are not counted. */
  perDay: 100,
  /** The same two while the captcha service cannot be asked. */
  withoutCaptcha: { perSource: 5, perDay: 50 },
  /** A password is being checked for at most this long; then the answer was lost, and it counts as a wrong one. */
  checkMs: 20_000,
  /** Wrong passwords of one source over all names: somebody who tries one password at many. Known devices are not counted. */
  spraying: { perSource: 60, windowMs: HOUR },
  /** Wrong codes of a second step from one source, over all sign-ins. */
  wrongCodes: { perSource: 50, windowMs: HOUR },
  /** The owner is told of guesses at most this often. */
  noticeMs: HOUR,
  /** A device that was not used for this long is new again; and how many are remembered. */
  deviceMs: 180 * DAY,
  devices: 20,
  /** So long a second step is left out in a browser that was remembered. */
  knownMs: 30 * DAY,
  /**
   * One's own password, asked again by someone who is signed in: wrong ones of one sign-in in a window and in a day, and of all
   * sign-ins of the person in a day, which no single one can use up. Before a document all of the person's count as one.
   */
  ownPassword: { tries: 5, windowMs: 15 * MINUTE, perDay: 50, perDayOfPerson: 200 },
  documentPassword: { tries: 5, windowMs: 10 * MINUTE, perDay: 50 },
  /** Mails with a link that one account may ask for, and requests for such mails from one source. */
  linkMails: { perAccount: 5, perSource: 20, windowMs: HOUR },
  registrations: { perSource: 10, windowMs: HOUR },
  /** Tokens that were shown and are wrong, from one source: far more than a person needs. */
  wrongTokens: { perSource: 60, windowMs: 15 * MINUTE },
  resetTokenMs: 30 * MINUTE,
  confirmTokenMs: 7 * DAY,
  ssoTokenMs: MINUTE,
  documentTokenMs: 15 * MINUTE,
  /** A sensitive call asks for the password again when it was last given longer ago. */
  reauthenticateMs: 15 * MINUTE,
}

/**
 * A try that may still be wrong: when, from where, and whether a known device sent it. `open` names one whose password is
 * being checked just now: it counts like a wrong one until it turns out right.
 */
export type Try = { at: number; source: string; isKnownDevice?: boolean | undefined; open?: string | undefined }
/** `mayOpen`: only tries that are being checked stand in the way, so it pays to look again in a moment. */
export type TryPlan = { isAllowed: true; tries: Try[] } | { isAllowed: false; retryAfterMs: number; mayOpen: boolean }

type TryLimits = { perSource: number; perDay: number }

/**
 * Whether one more password may be checked for an account, and what to remember of it. Any 15 minutes and any 24 hours
 * are looked at, not those of the clock, so there is no moment at which the limits start anew. A known device has its
 * own allowance and is not stopped by what others send.
 */
export function planTry(tries: readonly Try[], next: Try, limits: TryLimits = signInLimits): TryPlan {
  const retryAfterMs = waitFor(tries, next, limits)
  if (retryAfterMs === 0) return { isAllowed: true, tries: [...tries.filter(({ at }) => at > next.at - DAY), next] }
  const settled = tries.filter(({ at, open }) => open === undefined || at <= next.at - signInLimits.checkMs)
  return { isAllowed: false, retryAfterMs, mayOpen: waitFor(settled, next, limits) === 0 }
}

/** Milliseconds until a try is allowed; 0 when it is now. */
function waitFor(tries: readonly Try[], next: Try, limits: TryLimits): number {
  const kept = tries.filter(({ at }) => at > next.at - DAY)
  const sameSource = kept.filter(({ at, source }) => source === next.source && at > next.at - signInLimits.windowMs)
  const strangers = kept.filter(({ isKnownDevice }) => !isKnownDevice)
  const waits = [
    ...(sameSource.length >= limits.perSource ? [untilFree(sameSource, limits.perSource, signInLimits.windowMs)] : []),
    ...(!next.isKnownDevice && strangers.length >= limits.perDay ? [untilFree(strangers, limits.perDay, DAY)] : []),
  ]
  return Math.max(0, ...waits.map((until) => until - next.at))
}

/** When so many tries have grown old that one more fits. */
function untilFree(tries: readonly Try[], limit: number, windowMs: number): number {
  const times = tries.map(({ at }) => at).sort((a, b) => a - b)
  return (times[times.length - limit] ?? 0) + windowMs
}

/** Tries to keep after the right password: those of its source are forgiven, but for others that are being checked. */
export const forgiveTries = (tries: readonly Try[], source: string, open?: string): Try[] =>
  tries.filter((each) => each.source !== source || (each.open !== undefined && each.open !== open))

/** Tries after a password turned out wrong. */
export const settleTry = (tries: readonly Try[], open: string): Try[] =>
  tries.map(({ open: name, ...each }) => (name === open || name === undefined ? each : { ...each, open: name }))

/** What was counted in this window of the clock, with this event, and in the one before it. */
export type Counts = { now: number; before: number }

/**
 * Milliseconds until one more event fits under a limit; 0 when it fits now. One that does not fit is taken back by who counted it. The window slides: of what was counted before
 * this window of the clock as much weighs as still lies within one window's length, so there is no moment at which the
 * limit starts anew.
 */
export function untilUnderLimit(counts: Counts, limit: number, windowMs: number, at: number): number {
  const elapsed = at % windowMs
  if (counts.now + counts.before * (1 - elapsed / windowMs) <= limit) return 0
  // While this window lasts only what was before it grows lighter; after it the same happens to what is counted now, without this
  // one, which was taken back and then comes again.
  if (counts.now <= limit) return Math.ceil((1 - (limit - counts.now) / counts.before) * windowMs - elapsed)
  return Math.ceil(windowMs - elapsed + (1 - (limit - 1) / (counts.now - 1)) * windowMs)
}

/** One household or office: an IPv4 address, or the network half of an IPv6 address, of which a customer has billions. `networkOf` sums those up. */
export function sourceOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}

/**
 * The network that a provider gives a site, a /48: a person who has one can take a source after the other out of it. Undefined for IPv4,
 * whose addresses are scarce.
 */
export function networkOf(ip: string): string | undefined {
  const source = sourceOf(ip)
  return source.endsWith('::/64') ? `${source.split(':').slice(0, 3).join(':')}::/48` : undefined
}

/** So many times as one source a network of them may do: a provider may give homes of different people neighbouring ones. */
export const SOURCES_OF_NETWORK = 10

/** How a try to sign in ended, as its account is shown it. */
export const signInOutcomes = ['in', 'password', 'code', 'tooMany'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/** What an account is shown of its sign-ins: for how long, and from how many failed ones in a day on it is told by a notice. */
export const shownSignIns = { keepMs: 90 * DAY, most: 50, noticeAt: 5, noticeMs: DAY }

/** The part of an address that tells networks apart and nobody's machine: three numbers of IPv4, the network half of IPv6. */
export function shortAddress(ip: string): string {
  const source = sourceOf(ip)
  return source.includes(':') ? source : source.replace(/\.\d+$/, '.*')
}

/** Known devices after a sign-in: the newest ones, this one first. */
export type KnownDevice = { hash: string; at: number }

export function rememberDevice(devices: readonly KnownDevice[], hash: string, now: number): KnownDevice[] {
  const others = devices.filter((device) => device.hash !== hash && device.at > now - signInLimits.deviceMs)
  return [{ hash, at: now }, ...others.sort((a, b) => b.at - a.at)].slice(0, signInLimits.devices)
}

export const knowsDevice = (devices: readonly KnownDevice[], hash: string | undefined, now: number): boolean =>
  devices.some((device) => device.hash === hash && device.at > now - signInLimits.deviceMs)
