// Whether a password may become someone's, with what only the server knows: the long list of those that are tried first,
// which no form carries, the names of the companies that the person belongs to, and breaches of other sites.
import { passwordFault, passwordRules } from '#shared/model/password-policy.ts'
import type { BreachedPasswords } from '../../gateways/breached-passwords.ts'
import type { Report } from '../lib/report-fault.ts'

export type Whose = { email: string; companyNames: readonly string[] }

/** Shorter words stand in too many good passwords. */
const SHORTEST_WORD = 4

let common: Promise<ReadonlySet<string>> | undefined

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common']
  return new Set(listed.filter((password) => passwordRules.every(({ test }) => test(password))))
}

/** The passwords of the list that our rules would let through: more than 5,000. Read with the first new password. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= loadCommon()
  return common
}

const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const lettersOf = (text: string) => fold(text).replace(/[^\p{L}]/gu, '')

/** A name as one word, and each of its words: Northlight Media is guessed as northlightmedia1 and as northlight1. */
const wordsOf = (name: string) =>
  [name, ...name.split(/[^\p{L}]+/u)].map(lettersOf).filter((word) => [...word].length >= SHORTEST_WORD)

/** As `newPasswordFault`, by what we know ourselves. */
export async function knownPasswordFault(
  password: string,
  { email, companyNames }: Whose,
): Promise<string | undefined> {
  const fault = passwordFault(password, email)
  if (fault) return fault
  if ((await commonPasswords()).has(fold(password)))
    return 'This password is known to everybody who guesses. Choose another one.'
  if (new Set(companyNames.flatMap(wordsOf)).has(lettersOf(password)))
    return 'Choose a password that is not the name of the company.'
  return undefined
}

type Deps = { breachedPasswords: BreachedPasswords; report: Report }

/**
 * Why a password may not become someone's, as a sentence; undefined when it may. Where breaches cannot be asked for, what we know ourselves
 * decides: a service that is down locks nobody out.
 */
export async function newPasswordFault(
  { breachedPasswords, report }: Deps,
  password: string,
  whose: Whose,
): Promise<string | undefined> {
  const fault = await knownPasswordFault(password, whose)
  if (fault) return fault
  const found = await breachedPasswords.find(password)
  if (found === 'unknown') report('a new password was not compared with breaches', undefined)
  return found === 'yes'
    ? 'This password stood in a breach of another site, so it will be guessed. Choose another one.'
    : undefined
}
