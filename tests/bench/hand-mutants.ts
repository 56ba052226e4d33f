// Faults that people would meet and that no test noticed once: each is put in by hand, in a copy of the tree, and the tests that
// claim its row must fail. `npx node tests/bench/hand-mutants.ts [ids]`; some minutes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openMutantTree, type Project, root } from './mutant-tree.ts'

type Mutant = { id: string; what: string; file: string; from: string; to: string; tests: readonly string[] }

const brand = ['tests/web/theme/brand.test.tsx']
const wizard = ['tests/web/ui/wizard.test.tsx', 'tests/web/ui/motion.test.tsx']
const life = ['tests/functions/isolation/life.test.ts']
const mutants: readonly Mutant[] = [
  {
    id: 'THM-006',
    what: 'text takes the colour of links',
    file: 'web/theme/variables.ts',
    from: `'--mantine-color-text': box.text,`,
    to: `'--mantine-color-text': box.link,`,
    tests: brand,
  },
  {
    id: 'THM-006',
    what: 'text on a surface takes the colour of its links',
    file: 'web/theme/variables.ts',
    from: '-text`]: surface.text,',
    to: '-text`]: surface.link,',
    tests: brand,
  },
  {
    id: 'AGL-73',
    what: 'the legend shows a mark in another colour than it names',
    file: 'web/features/companies/help-dialog.tsx',
    from: `mark('green', <IconApi size={ICON} />, 'Green')`,
    to: `mark('blue', <IconApi size={ICON} />, 'Green')`,
    tests: ['tests/web/features/companies/agency-list.test.tsx'],
  },
  {
    id: 'WIZ-07',
    what: 'a window that is resized is looked at ten times less often',
    file: 'web/ui/wizard/use-narrow.ts',
    from: 'throttle(look, RESIZE_MS)',
    to: 'throttle(look, 10 * RESIZE_MS)',
    tests: wizard,
  },
  {
    id: 'WIZ-07',
    what: 'a page jumps to its top',
    file: 'web/ui/scroll.ts',
    from: 'duration = SCROLL_MS',
    to: 'duration = SCROLL_MS / 10',
    tests: wizard,
  },
  {
    id: 'SET-25',
    what: 'a tab of the settings is gone',
    file: 'web/app/settings-tabs.ts',
    from: `label: 'Menu names',\n    isFor: () => true,`,
    to: `label: 'Menu names',\n    isFor: () => false,`,
    tests: ['tests/web/features/settings/branding.test.tsx'],
  },
  {
    id: 'LOG-11',
    what: 'two segments of a download are swapped',
    file: 'functions/domain/audit/ticket.ts',
    from: '[company, userType, user, action, dateRange, campaign].map',
    to: '[company, userType, action, user, dateRange, campaign].map',
    tests: ['tests/functions/audit/ticket.test.ts'],
  },
  {
    id: 'SET-16',
    what: "an agency's mail server may take a minute",
    file: 'functions/gateways/own-smtp.ts',
    from: 'LIMIT_MS = 10_000',
    to: 'LIMIT_MS = 60_000',
    tests: ['tests/functions/settings/smtp.test.ts'],
  },
  {
    id: 'TRN-028',
    what: 'the log quotes the text of an error',
    file: 'functions/kit/log.ts',
    from: `error: kinds.join(' < ')`,
    to: 'error: error.message',
    tests: ['tests/functions/session/answers.test.ts'],
  },
  {
    id: 'OTH-16',
    what: 'a sign-in that was ended goes on',
    file: 'functions/kit/actor.ts',
    from: '!session || session.endedAt || session.endsAt',
    to: '!session || session.endsAt',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a new password ends no other sign-in',
    file: 'functions/kit/actor.ts',
    from: `holder?.status !== 'active' || holder.epoch !== session.epoch`,
    to: `holder?.status !== 'active'`,
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a sign-in that was ended elsewhere is refreshed',
    file: 'functions/api/session/refresh.ts',
    from: 'user.epoch !== session.epoch || ',
    to: '',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'who signs in with the old password while a new one is set stays in',
    file: 'functions/identity/session.ts',
    from: 'epoch: user.epoch,',
    to: 'epoch: (await services.db.user.findFresh(user.id))?.epoch ?? 0,',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a look that was ended goes on',
    file: 'functions/kit/actor.ts',
    from: '!view.endedAt && view.endsAt > now',
    to: 'view.endsAt > now',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a look keeps what its holder may do no more',
    file: 'functions/kit/actor.ts',
    from: 'bothAllow(lent, modulesOfUser(holder, roles))',
    to: '(modulesOfUser(holder, roles), lent)',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'sales people reach agencies that are not theirs',
    file: 'shared/access/sales.ts',
    from: `return actor.role !== 'sales' || company.id === actor.companyId || isTheirs(actor.userId, agency)`,
    to: 'return agency !== null',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'the token of a key outlives its secret',
    file: 'functions/kit/program.ts',
    from: 'key.version !== claims.version || ',
    to: '',
    tests: life,
  },
  {
    id: 'ROL-06',
    what: 'a role goes while somebody gets it',
    file: 'functions/data/staff/staff.ts',
    from: `...(heir ? [stays(to, heir)] : []),\n          ...(chosenFrom ? [takeRole(to, chosenFrom)] : []),`,
    to: '...(heir ? [stays(to, heir)] : []),',
    tests: ['tests/functions/roles/roles.test.ts'],
  },
  {
    id: 'OTH-16',
    what: 'a link from before a new password sets another one',
    file: 'functions/identity/password-reset.ts',
    from: `(user.passwordChangedAt ?? 0) > token.createdAt ? { fault: 'used' } : { token, user }`,
    to: '{ token, user }',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a second link that is used at once sets another password',
    file: 'functions/data/tenancy/tenancy.ts',
    from: 'const hasSame = eq(row.passwordHash, user.passwordHash)',
    to: `const hasSame = ne(row.passwordHash, 'none')`,
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'who signs in while a second step is set up stays in',
    file: 'functions/domain/security/two-factor-setting.ts',
    from: '(keep !== null && epoch !== undefined) await db.session.keep(user.id, keep, epoch)',
    to: '(keep !== null) await db.session.keep(user.id, keep, user.epoch)',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a sign-in that waits for a code outlives a new password',
    file: 'functions/identity/check-second-factor.ts',
    from: 'user.epoch === challenge.epoch && ',
    to: '',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'the code of an authenticator is good twice',
    file: 'functions/identity/check-second-factor.ts',
    from: 'return step !== undefined && db.twoFactor.takeStep(userId, step)',
    to: 'return step !== undefined',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'who must set up a second step reaches all without it',
    file: 'functions/kit/serve.ts',
    from: 'if (who && !call.beforeSecondStep && ',
    to: 'if (who && call.beforeSecondStep === false && ',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a sign-in goes on at another host than its own',
    file: 'functions/api/session/refresh.ts',
    from: 'session && isOfHost(session, context)',
    to: 'session',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a link of one agency opens on the host of another',
    file: 'functions/domain/security/one-time.ts',
    from: ' || token.tenantId !== expected.tenantId',
    to: '',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'an address changes without the code that was mailed to the new one',
    file: 'functions/identity/email-change.ts',
    from: `(await isWrong('new', given.newCode, change.newCodeHash)) && `,
    to: `given.newCode === '' && `,
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'the address of a document outlives the sign-in that asked for it',
    file: 'functions/api/session/openDocument.ts',
    from: 'holder && (await couldAskNow(context, contracts.session.documentAccess, holder))',
    to: 'holder !== undefined && (couldAskNow, true)',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'the address of a document or a log outlives the right to it',
    file: 'functions/kit/ticket-holder.ts',
    from: ' || refusalForModule(who.permissions, call) !== null',
    to: '',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: "a colleague's request under the same key gets the answer of the first",
    file: 'functions/kit/serve.ts',
    from: 'return actor.viewing ? `${actor.viewing.userId}>${actor.userId}` : actor.userId',
    to: 'return actor.companyId',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a place in one list is taken in another',
    file: 'functions/kit/cursor.ts',
    from: ' || !bytes.subarray(0, TAG_BYTES).equals(tagOf(scope, text))',
    to: '',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a picture that somebody sent is taken over by another',
    file: 'functions/api/account/savePicture.ts',
    from: 'isIncomingOf(user.id, input.key)',
    to: "isIncomingOf(input.key.split('/')[2] ?? '', input.key)",
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'the link that ends reports works with any secret',
    file: 'functions/domain/reports/mail.ts',
    from: "timingSafeEqual(Buffer.from(row.secretHash, 'base64url'), digest(secret))",
    to: 'timingSafeEqual(digest(secret), digest(secret))',
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a domain is had without its proof',
    file: 'functions/jobs/advanceDomain.ts',
    from: '(await dns.findTexts(proofNameOf(host))).includes(proof) ? { provenAt: now } : {}',
    to: "(await dns.findTexts(proofNameOf(host))).includes('x') ? {} : { provenAt: now }",
    tests: life,
  },
  {
    id: 'OTH-16',
    what: 'a domain that was given up is free while its record leads here',
    file: 'shared/model/custom-domain.ts',
    from: "if (leadsAway(dns)) return { do: 'forget' }",
    to: "if (leadsAway(dns) || dns === 'ok') return { do: 'forget' }",
    tests: life,
  },
  {
    id: 'LOG-12',
    what: 'the file of a log outlives the look that asked for it',
    file: 'functions/kit/ticket-holder.ts',
    from: 'const act = viewing && { sub: viewing.userId, company: viewing.companyId, sid: sessionId, view: viewing.viewId }',
    to: 'const act = undefined',
    tests: ['tests/functions/session/tickets.test.ts'],
  },
]

const wanted = process.argv.slice(2)
const projectOf = (file: string): Project => (file.startsWith('tests/web/') ? 'web' : 'functions')

const tree = openMutantTree('hand-mutants')
try {
  for (const { id, what, file, from, to, tests } of mutants) {
    if (wanted.length > 0 && !wanted.includes(id)) continue
    const text = readFileSync(join(root, file), 'utf8')
    if (text.split(from).length !== 2)
      throw new Error(`${file} does not say «${from}» once: mend tests/bench/hand-mutants.ts.`)
    const project = projectOf(tests[0] ?? '')
    const change = { file, sound: text, broken: text.replace(from, () => to) }
    const isNoticed = tree.isNoticed(change, tests, { pattern: id, project })
    if (!isNoticed) process.exitCode = 1
    console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}: ${id}, ${what}`)
  }
} finally {
  tree.close()
}
