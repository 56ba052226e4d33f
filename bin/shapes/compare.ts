// Which differences break somebody, while functions of two versions run side by side, or after going back to the one before. Pure.
import type { Shape } from './shape.ts'

/** `at`: of what; `says`: what is otherwise, and for whom that breaks; `todo`: what to do about it. */
export type Break = { at: string; says: string; todo: string }

/**
 * Who writes, and who reads. `both`: each version reads what the other wrote. `takes`: pages and programs of the version before send it.
 * `answers`: they read it. `kept`: pages of this version read what browsers kept of such an answer. `call`: the two parts of a call.
 */
type Side = 'both' | 'takes' | 'answers' | 'kept' | 'call'
type Rule = [says: string, todo: string]

const IN_STEPS =
  'Let one version read both; change the rows (functions/data/lib/migrate/steps.ts) and stop reading the earlier shape in later ones.'
const READ_FIRST = 'Let one version read it before another writes it.'
const BESIDE = 'Leave it as it is and put the new one beside it, until nobody uses the earlier one.'

const rules = {
  needed: {
    both: [
      'must be there, and what the version before wrote does not have it or may lack it',
      'Make it optional, or give it a default where it is read, until no version is left that does not write it.',
    ],
    takes: [
      'must be sent, and pages and programs of the version before do not send it or may leave it out',
      'Let the call go on without it.',
    ],
    kept: [
      'is answered always, and persons whom browsers keep from the version before do not have it',
      'Raise VERSION in web/api/kept-user.ts.',
    ],
  },
  missing: {
    both: [
      'may be missing, and the version before needs it',
      'Go on writing it until no version is left that needs it.',
    ],
    answers: ['may be missing, and pages and programs of the version before count on it', BESIDE],
  },
  gone: {
    both: [
      'is read no more: what the version before wrote there is left out unnoticed',
      'Read it until the rows have what takes its place (functions/data/lib/migrate/steps.ts), or see that nobody misses it.',
    ],
    takes: ['is taken no more: what pages and programs of the version before send there is left out unnoticed', BESIDE],
    answers: ['is answered no more, and pages and programs of the version before read it', BESIDE],
  },
  strict: { both: ['is new in a strict object, which the version before refuses with it', READ_FIRST] },
  less: {
    both: ['can no longer be %, which rows and messages of the version before may hold', IN_STEPS],
    takes: ['is no longer taken as %, which pages and programs of the version before send', BESIDE],
  },
  more: {
    both: ['may be %, which the version before does not know', READ_FIRST],
    answers: [
      'may be answered as %, which pages and programs of the version before do not know',
      'See that an open page shows something sensible for it, and tell programs in shared/openapi/changes.ts.',
    ],
  },
} satisfies Record<string, Partial<Record<Side, Rule>>>

/** Facts of the whole thing whose change breaks somebody; the others are told for the reader. */
const facts: Readonly<Record<string, Rule>> = {
  key: ['%: by it one version does not find rows of the other', IN_STEPS],
  path: ['%, which pages and programs of the version before do not know', BESIDE],
  body: ['%, which pages and programs of the version before do not know', BESIDE],
  needs: ['%, which pages and programs of the version before do not know', 'Let the call go on without it.'],
}

const gone: readonly [start: string, ...Rule][] = [
  ['call ', 'is gone, and pages and programs of the version before make it', 'Keep it until nobody makes it any more.'],
  [
    'message ',
    'has no worker any more, and messages of the version before wait for it',
    'Keep the worker until its queue is empty, and take it out a version later.',
  ],
  ['', 'is known no more, and what the version before wrote is there', IN_STEPS],
]

const isAny = ({ types }: Shape) => types.includes('any') || types.includes('anything')
const lacking = (types: readonly string[], others: readonly string[]) => types.filter((type) => !others.includes(type))

function pairs(before: readonly Shape[], after: readonly Shape[]): [Shape | undefined, Shape | undefined][] {
  const [old, now] = [before, after].map((all) => new Map(all.map((each) => [each.name, each])))
  return [...new Set([...before, ...after].map(({ name }) => name))].map((name) => [old?.get(name), now?.get(name)])
}

function* judge(side: Side, at: string, before: Shape, after: Shape): Generator<Break> {
  function* broken(what: keyof typeof rules, where: string, filling: readonly string[] = []): Generator<Break> {
    const rule = (rules[what] as Partial<Record<Side, Rule>>)[side]
    if (rule) yield { at: where, says: rule[0].replace('%', () => filling.join(', ')), todo: rule[1] }
  }
  const [more, less] = [lacking(after.types, before.types), lacking(before.types, after.types)]
  if (less.length > 0 && !isAny(after)) yield* broken('less', at, less)
  if (more.length > 0 && !isAny(before)) yield* broken('more', at, more)
  for (const [was, is] of pairs(before.within, after.within)) {
    const { name } = was ?? is ?? after
    const path = `${at}${at.endsWith(':') ? ' ' : /^[[{<]/.test(name) ? '' : '.'}${name}`
    if (name.startsWith('@')) yield* judgeFact(path, was, is)
    else if (was && is) {
      if (was.isOptional && !is.isOptional) yield* broken('needed', path)
      if (!was.isOptional && is.isOptional) yield* broken('missing', path)
      yield* judge(side === 'call' ? (name as Side) : side, path, was, is)
    }
    // Another kind of value is told above, for the whole of it.
    else if (less.length > 0 || name.startsWith('<')) continue
    else if (is && !is.isOptional) yield* broken('needed', path)
    else if (is && before.types.includes('strict object')) yield* broken('strict', path)
    else if (was) yield* broken(side === 'both' && !was.isOptional ? 'missing' : 'gone', path)
  }
}

function* judgeFact(at: string, was: Shape | undefined, is: Shape | undefined): Generator<Break> {
  const [name = ''] = /\w+/.exec((was ?? is)?.name ?? '') ?? []
  const rule = facts[name]
  const [old, now] = [was, is].map((one) => one?.types.join() ?? 'nothing')
  if (rule && old !== now && !(name === 'needs' && !is))
    yield { at, says: rule[0].replace('%', () => `was ${old} and is ${now}`), todo: rule[1] }
}

const find = (within: readonly Shape[], name: string) => within.find((each) => each.name === name)

export function breaksBetween(before: readonly Shape[], after: readonly Shape[]): Break[] {
  return pairs(before, after).flatMap(([was, is]) => {
    const at = `${(was ?? is)?.name}:`
    if (!was) return []
    if (!is) {
      const [, says, todo] = gone.find(([start]) => was.name.startsWith(start)) ?? ['', '', '']
      return [{ at, says, todo }]
    }
    const [old, now] = [was, is].map(({ within }) => ({
      kept: find(within, '@kept'),
      answers: find(within, 'answers'),
    }))
    const isKept = old?.kept && old.kept.types[0] === now?.kept?.types[0]
    return [
      ...judge(at.startsWith('call ') ? 'call' : 'both', at, was, is),
      ...(isKept && old.answers && now?.answers ? judge('kept', `${at} answers`, old.answers, now.answers) : []),
    ]
  })
}
