// What each mail says. Every one has one thing to do, says why it came, and how to tell if it should not have come.
import { Fragment, createElement as h, type ReactNode } from 'react'
import type { MailName } from '#shared/mails.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Parts } from './parts.ts'

/** Facts that a mail is made from, looked up for its reader. Every time is a ready text in the tenant's zone. */
export type MailViews = {
  welcome: { name: string; link: string }
  confirmEmail: { name: string; link: string; days: number }
  resetPassword: { name: string; link: string; minutes: number }
  passwordChanged: { name: string; when: string; resetLink: string }
  newDevice: { name: string; device: string; ip: string; when: string; resetLink: string }
  tooManyTries: { name: string; when: string; resetLink: string }
  twoFactorCode: { name: string; code: string; minutes: number }
  invitation: { name: string; inviterName: string; link: string; days: number }
  securityNotice: { name: string; what: string; when: string; resetLink: string }
  emailChangeCode: { name: string; code: string; newEmail: string; minutes: number }
  newEmail: { name: string; newEmail: string; link: string; days: number }
  emailTaken: { when: string }
  emailChanged: { name: string; newEmail: string; when: string }
  pixelSilent: { campaign: string; when: string; link: string }
  creditExpires: Record<'name' | 'amount' | 'day' | 'link', string>
  topUpFailed: { name: string; amount: string; reason: string; when: string; link: string }
  invoicePaid: Record<'name' | 'number' | 'what' | 'amount' | 'paidWith' | 'link', string>
  paymentFailed: Record<'name' | 'number' | 'what' | 'amount' | 'reason' | 'next' | 'link', string> & {
    isWallet: boolean
  }
  paymentRecovered: { name: string; link: string }
  leadFileReady: { name: string; rows: string; days: string; link: string }
  paymentTakenBack: Record<'name' | 'what' | 'amount' | 'reason' | 'taken' | 'leads' | 'link', string>
  refundSentBack: Record<'name' | 'what' | 'amount' | 'link', string>
  disputeOpened: Record<'name' | 'who' | 'what' | 'amount' | 'reason' | 'due' | 'link', string> & { isInquiry: boolean }
  disputeClosed: Record<'name' | 'who' | 'what' | 'amount' | 'link', string> & { outcome: 'won' | 'lost' | 'dropped' }
  payoutFailed: Record<'name' | 'amount' | 'reason' | 'link', string>
  accountStopped: Record<'name' | 'when' | 'link', string>
  capReached: Record<'name' | 'who' | 'campaign' | 'amount' | 'day' | 'link', string>
  toolLost: { name: string; tool: string; words: string; when: string; link: string }
  leadsLost: { name: string; receiver: string; words: string; count: string; since: string; link: string }
  receiverFails: Record<'name' | 'receiver' | 'words' | 'since' | 'offAt' | 'link', string> & { isOff: boolean }
  webhookOff: { name: string; webhook: string; campaign: string; when: string; link: string }
  leadsNotice: { campaign: string; leads: number; link: string }
  dayFile: { campaign: string; day: string; leads: number; isEnclosed: boolean; link: string }
  leadReport: Record<
    'name' | 'company' | 'period' | 'against' | 'best' | 'link' | 'choiceLink' | 'unsubscribeLink',
    string
  > & {
    rhythm: 'daily' | 'weekly' | 'monthly'
    leads: number
    figures: readonly { label: string; value: string; change: string }[]
    bars: readonly { label: string; leads: number }[]
    lines: readonly { name: string; of: string; leads: number }[]
  }
  fewLeads: { campaign: string; leads: number; minimum: number; link: string }
  keywordCounted: {
    name: string
    keyword: string
    area: string
    count: number
    countWithoutGeo: number | null
    link: string
  }
  smtpFailed: { name: string; host: string; reason: string; when: string; settingsLink: string }
}

export type MailText = { subject: string; preview: string; reason: string; body: ReactNode }
type Template<View> = (view: View, parts: Parts, brand: string) => MailText

const all = (...children: ReactNode[]) => h(Fragment, null, ...children)
const hello = (name: string) => (name ? `Hello ${name},` : 'Hello,')
/** The person who reads it may have no account, and somebody else may have chosen this name. */
const helloStranger = (name: string) => hello(plainName(name))
const asked = (brand: string) => `You get this mail because this was asked for with your e-mail address at ${brand}.`
const always = (brand: string) => `${brand} sends this for the safety of your account. It cannot be turned off.`

export const templates: { [Name in MailName]: Template<MailViews[Name]> } = {
  welcome: ({ name, link }, { title, say, button, quiet, link: toLink }, brand) => ({
    subject: 'Welcome. Please confirm your e-mail address',
    preview: 'Please confirm your e-mail address.',
    reason: `You get this mail because an account was made with your e-mail address at ${brand}.`,
    body: all(
      title(`Welcome to ${brand}`),
      say(helloStranger(name)),
      say('Your account is ready. Please confirm your e-mail address, so that we can reach you.'),
      button('Confirm e-mail address', link),
      quiet('If the button does not work, open this address:', h('br'), toLink(link)),
      quiet('If you did not make this account, do not confirm, and ignore this mail.'),
    ),
  }),
  confirmEmail: ({ name, link, days }, { title, say, button, quiet, link: toLink }, brand) => ({
    subject: 'Confirm your e-mail address',
    preview: `The link works for ${days} days.`,
    reason: asked(brand),
    body: all(
      title('Confirm your e-mail address'),
      say(helloStranger(name)),
      say('Please confirm that mail to this address reaches you.'),
      button('Confirm e-mail address', link),
      quiet(
        `The link works once, for ${days} days. If the button does not work, open this address:`,
        h('br'),
        toLink(link),
      ),
    ),
  }),
  resetPassword: ({ name, link, minutes }, { title, say, button, quiet, link: toLink }, brand) => ({
    subject: `Set a new password for ${brand}`,
    preview: `The link works for ${minutes} minutes.`,
    reason: asked(brand),
    body: all(
      title('Set a new password'),
      say(hello(name)),
      say('Somebody, we hope you, asked to set a new password for your account.'),
      button('Set a new password', link),
      quiet(
        `The link works once, for ${minutes} minutes. If the button does not work, open this address:`,
        h('br'),
        toLink(link),
      ),
      quiet('If it was not you, ignore this mail: your password stays as it is.'),
    ),
  }),
  passwordChanged: ({ name, when, resetLink }, { title, say, quiet, link }, brand) => ({
    subject: `Your password for ${brand} was changed`,
    preview: 'All other devices were signed out.',
    reason: always(brand),
    body: all(
      title('Your password was changed'),
      say(hello(name)),
      say(`Your password was changed on ${when}. All other devices were signed out.`),
      quiet('If it was not you, set a new password at once: ', link(resetLink)),
    ),
  }),
  newDevice: ({ name, device, ip, when, resetLink }, { title, say, facts, quiet, link }, brand) => ({
    subject: `New sign-in to your ${brand} account`,
    preview: `${device}, ${when}`,
    reason: always(brand),
    body: all(
      title('New sign-in to your account'),
      say(hello(name)),
      say('Your account was used on a device that we have not seen before.'),
      facts([
        ['Device', device],
        ['Address', ip],
        ['Time', when],
      ]),
      say('If it was you, there is nothing to do.'),
      quiet('If it was not you, set a new password now; that signs out every device: ', link(resetLink)),
    ),
  }),
  tooManyTries: ({ name, when, resetLink }, { title, say, quiet, link }, brand) => ({
    subject: `Somebody tries to sign in to your ${brand} account`,
    preview: 'Too many wrong passwords were given. Nobody got in.',
    reason: always(brand),
    body: all(
      title('Too many wrong passwords'),
      say(hello(name)),
      say(
        `Wrong passwords were given for your account many times (${when}). Nobody got in. To stop the guessing, we make the person who does it wait; devices that you have signed in on before still let you in.`,
      ),
      quiet('If it was you and you forgot your password, set a new one: ', link(resetLink)),
    ),
  }),
  twoFactorCode: ({ name, code, minutes }, { title, say, code: show, quiet }, brand) => ({
    subject: `Your sign-in code for ${brand}`,
    preview: `It works for ${minutes} minutes.`,
    reason: always(brand),
    body: all(
      title('Your sign-in code'),
      say(hello(name)),
      say('Enter this code to finish signing in.'),
      show(code),
      quiet(`It works once, for ${minutes} minutes. Never tell it to anybody: we will not ask you for it.`),
      quiet('If you are not signing in right now, somebody knows your password. Please change it.'),
    ),
  }),
  invitation: ({ name, inviterName, link, days }, { title, say, button, quiet, link: toLink }, brand) => ({
    // It reaches people who have no account: what strangers call their company stands in no subject.
    subject: 'You are invited to choose a password',
    preview: 'Choose a password to begin.',
    reason: `You get this mail because ${plainName(inviterName) || 'Somebody'} made an account for you at ${brand}.`,
    body: all(
      title(`You are invited to ${brand}`),
      say(helloStranger(name)),
      say(`${plainName(inviterName) || 'Somebody'} made an account for you. Choose a password to begin.`),
      button('Choose a password', link),
      quiet(
        `The link works once, for ${days} days. If the button does not work, open this address:`,
        h('br'),
        toLink(link),
      ),
    ),
  }),
  securityNotice: ({ name, what, when, resetLink }, { title, say, quiet, link }, brand) => ({
    subject: `A change to your ${brand} account`,
    preview: what,
    reason: always(brand),
    body: all(
      title('A change to your account'),
      say(hello(name)),
      say(`${what} (${when})`),
      quiet('If this was not you or agreed with you, set a new password at once: ', link(resetLink)),
    ),
  }),
  emailChangeCode: ({ name, code, newEmail, minutes }, { title, say, code: show, quiet }, brand) => ({
    subject: 'Your code to change an e-mail address',
    preview: `It works for ${minutes} minutes.`,
    reason: asked(brand),
    body: all(
      title('Change of your e-mail address'),
      say(helloStranger(name)),
      say(`Enter this code to change the e-mail address of your account to ${newEmail}.`),
      show(code),
      quiet(`It works once, for ${minutes} minutes. Never tell it to anybody: we will not ask you for it.`),
      quiet(
        'If you did not ask for this, do nothing: your address stays as it is. Somebody may know your password, so please change it.',
      ),
    ),
  }),
  newEmail: ({ name, newEmail, link, days }, { title, say, button, quiet, link: toLink }, brand) => ({
    subject: 'Confirm your new e-mail address',
    preview: `The link works for ${days} days.`,
    reason: `You get this mail because an administrator asked to give an account at ${brand} this e-mail address.`,
    body: all(
      title('Confirm your new e-mail address'),
      say(helloStranger(name)),
      say(
        `An administrator asked that you sign in with ${newEmail} from now on. Until you confirm it, nothing changes.`,
      ),
      button('Use this address', link),
      quiet(
        `The link works once, for ${days} days. If the button does not work, open this address:`,
        h('br'),
        toLink(link),
      ),
      quiet('If you have no account there, or did not agree to this, do nothing.'),
    ),
  }),
  emailTaken: ({ when }, { title, say, quiet }, brand) => ({
    subject: `Your e-mail address at ${brand}`,
    preview: 'Somebody wanted to use it for another account.',
    reason: always(brand),
    body: all(
      title('Your address is in use already'),
      say(`Somebody wanted to use this e-mail address for another account (${when}). It stays with your account.`),
      quiet('If it was you, log in with this address, or choose another one for the other account.'),
    ),
  }),
  emailChanged: ({ name, newEmail, when }, { title, say, quiet }, brand) => ({
    subject: `Your e-mail address at ${brand} was changed`,
    preview: 'All other devices were signed out.',
    reason: always(brand),
    body: all(
      title('Your e-mail address was changed'),
      say(hello(name)),
      say(`Your account has the e-mail address ${newEmail} since ${when}. All other devices were signed out.`),
      quiet('If this was not you, answer at once to the person who gave you the account.'),
    ),
  }),
  smtpFailed: ({ name, host, reason, when, settingsLink }, { title, say, button, quiet }, brand) => ({
    subject: `Your mail server ${host} refused a mail`,
    preview: 'The mail was sent by the platform instead.',
    reason: `You get this mail, at most once a day, because mails of ${brand} go out by ${host}.`,
    body: all(
      title('Your mail server refused a mail'),
      say(hello(name)),
      say(
        `${host} did not take a mail (${when}). It was sent by the platform instead, and so are all others that it refuses.`,
      ),
      quiet(`What the server said: ${reason}`),
      button('Look at the mail server', settingsLink),
    ),
  }),
  toolLost: ({ name, tool, words, when, link }, { title, say, button, quiet }, brand) => ({
    subject: `${tool} has to be connected again`,
    preview: 'It refused our keys. Leads wait for a day.',
    reason: `You get this mail because your company at ${brand} has leads delivered to ${tool}.`,
    body: all(
      title(`${tool} has to be connected again`),
      say(hello(name)),
      say(
        `On ${when}, ${tool} refused the keys that we have. Leads that are on their way there wait for 24 hours, and leave as soon as it is connected again.`,
      ),
      button(`Connect ${tool}`, link),
      quiet(`What ${tool} said: ${words}`),
    ),
  }),
  leadsLost: ({ name, receiver, words, count, since, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `${count} could not be delivered to ${receiver}`,
    preview: words,
    reason: `You get this mail, at most once a day, because your company at ${brand} has leads delivered there.`,
    body: all(
      title('Leads were not delivered'),
      say(hello(name)),
      say(`${count} could not be delivered to ${receiver} since ${since}, and will not be tried again by themselves.`),
      facts([
        ['Receiver', receiver],
        ['Reason of the first', words],
      ]),
      button('See and send them again', link),
      quiet(
        'Leads that were not delivered are kept for 30 days. Others that fail today stand there too; the next mail comes tomorrow at the earliest.',
      ),
    ),
  }),
  receiverFails: (
    { name, receiver, words, since, offAt, isOff, link },
    { title, say, facts, button, quiet },
    brand,
  ) => {
    const head = isOff ? 'No more leads are sent there' : 'Leads do not arrive'
    return {
      subject: isOff ? `Leads are no longer sent to ${receiver}` : `Leads do not arrive at ${receiver}`,
      preview: isOff ? 'It was switched off after days of failures.' : 'It will be switched off unless it works again.',
      reason: `You get this mail because your company at ${brand} has leads delivered there.`,
      body: all(
        title(head),
        say(hello(name)),
        say(
          isOff
            ? `Nothing could be delivered to ${receiver} since ${since}, so it was switched off on ${offAt}. Leads that come meanwhile are kept.`
            : `Nothing could be delivered to ${receiver} since ${since}. If that goes on, it is switched off on ${offAt}.`,
        ),
        facts([
          ['Receiver', receiver],
          ['Reason', words],
        ]),
        button(isOff ? 'Switch it on again' : 'See the deliveries', link),
        quiet('Leads that were not delivered are kept for 30 days, and can be sent again from there.'),
      ),
    }
  },
  webhookOff: ({ name, webhook, campaign, when, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `A webhook at ${brand} was switched off`,
    preview: 'Its receiver answered that it is gone.',
    reason: `You get this mail because your company at ${brand} has leads delivered to this webhook.`,
    body: all(
      title('A webhook was switched off'),
      say(hello(name)),
      say(`Its receiver answered on ${when} that it is gone, so no more leads are sent there.`),
      facts([
        ['Webhook', webhook],
        ['Campaign', campaign],
      ]),
      button(`Open ${brand}`, link),
      quiet(
        'Switch it on again in the campaign once the receiver is back. What was not delivered can be sent again there.',
      ),
    ),
  }),
  keywordCounted: (
    { name, keyword, area, count, countWithoutGeo, link },
    { title, say, facts, button, quiet },
    brand,
  ) => ({
    subject: `Your keyword count is done: ${count.toLocaleString('en-US')}`,
    preview: 'People who searched for it in the last 7 days.',
    reason: `You get this mail because you asked for this count at ${brand}.`,
    body: all(
      title('Your count is done'),
      say(hello(name)),
      say('So many people searched for it in the last 7 days, each counted once.'),
      facts([
        ['Keyword', keyword],
        ['Area', area],
        ['People', count.toLocaleString('en-US')],
        ...(countWithoutGeo === null
          ? []
          : [['Nationwide', countWithoutGeo.toLocaleString('en-US')] satisfies [string, string]]),
      ]),
      button('Look at the counts', link),
      quiet('The count can be applied to a campaign there.'),
    ),
  }),
  leadsNotice: ({ campaign, leads, link }, { title, say, button, quiet }, brand) => ({
    subject: `One of your campaigns has ${leads} leads`,
    preview: 'See whom it found.',
    reason: `You get this mail because your address stands among the notices of this campaign at ${brand}.`,
    body: all(
      title(`${leads} leads`),
      say(`The campaign ${plainName(campaign)} has found ${leads} people by now.`),
      button('Look at the leads', link),
      quiet('The person who manages the campaign can take your address off its notices.'),
    ),
  }),
  dayFile: ({ campaign, day, leads, isEnclosed, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `Leads of ${day}: ${leads.toLocaleString('en-US')}`,
    preview: isEnclosed ? 'The file comes with this mail.' : 'The file is too long for a mail.',
    reason: `You get this mail because your address stands among the reports of this campaign at ${brand}.`,
    body: all(
      title(`Leads of ${day}`),
      facts([
        ['Campaign', plainName(campaign)],
        ['Leads', leads.toLocaleString('en-US')],
      ]),
      say(
        isEnclosed
          ? 'The file with all of them comes with this mail.'
          : 'They are too many for a mail. After signing in, the dashboard makes a file of them.',
      ),
      button('Look at the leads', link),
      quiet(
        'It comes at seven in the morning, after each day that brought leads. Those who manage the campaign can take your address off its reports.',
      ),
    ),
  }),
  leadReport: (
    { name, company, rhythm, period, against, leads, figures, bars, best, lines, link, choiceLink, unsubscribeLink },
    { title, say, quiet, button, link: toLink, figureGrid, dayBars, countLines },
    brand,
  ) => ({
    subject: `${leads === 0 ? 'No leads' : leads === 1 ? 'One lead' : `${leads.toLocaleString('en-US')} leads`}: ${period}`,
    preview: figures.map(({ label, value }) => `${label} ${value}`).join(', '),
    reason: `You get this mail because you chose a ${rhythm} report at ${brand}.`,
    body: all(
      title(
        leads === 0 ? 'No leads came' : leads === 1 ? 'One lead came' : `${leads.toLocaleString('en-US')} leads came`,
      ),
      say(hello(name)),
      say(`This is what ${period} brought ${plainName(company)}, against ${against}.`),
      figureGrid(figures),
      dayBars(bars, rhythm === 'daily' ? 'Leads of the last seven days' : 'Leads by day'),
      ...(best ? [quiet(best)] : []),
      ...(lines.length > 0
        ? [
            countLines(
              'Leads by campaign',
              lines.map((line) => ({ ...line, name: plainName(line.name), of: plainName(line.of) })),
            ),
          ]
        : []),
      button('Look at the leads', link),
      quiet(
        'Days are those of each campaign. ',
        toLink(choiceLink, 'Choose how often it comes'),
        ' or ',
        toLink(unsubscribeLink, 'end these reports'),
        '.',
      ),
    ),
  }),
  fewLeads: ({ campaign, leads, minimum, link }, { title, say, button, quiet }, brand) => ({
    subject: `One of your campaigns found ${leads} of ${minimum} leads in a week`,
    preview: 'It may look for too little, or its pixel is missing.',
    reason: `You get this mail because your address stands among the notices of this campaign at ${brand}.`,
    body: all(
      title(`${leads} of ${minimum} leads`),
      say(
        `In the last seven days the campaign ${plainName(campaign)} found ${leads} people. It should find ${minimum}.`,
      ),
      say('More keywords, a wider area or a pixel on more pages usually helps.'),
      button('Look at the leads', link),
      quiet(
        'You get this at most once a week. The person who manages the campaign can take your address off its notices.',
      ),
    ),
  }),
  invoicePaid: ({ name, number, what, amount, paidWith, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `Your invoice from ${brand} is paid: ${amount}`,
    preview: `${amount} for ${what}. There is nothing to do.`,
    reason: `You get this mail because an invoice of your company at ${brand} was paid.`,
    body: all(
      title('Your invoice is paid'),
      say(hello(name)),
      say(`Thank you. Your payment to ${brand} arrived.`),
      facts([
        ['Invoice', number],
        ['For', what],
        ['Amount', amount],
        ...(paidWith ? [['Paid with', paidWith] as [string, string]] : []),
      ]),
      button('Open the invoice', link),
      quiet('Its lines are there after you sign in, and the invoice as a PDF. There is nothing else to do.'),
    ),
  }),
  paymentFailed: (
    { name, number, what, amount, reason, next, link, isWallet },
    { title, say, facts, button, quiet },
    brand,
  ) => ({
    subject: `A payment at ${brand} failed`,
    preview: `${amount} could not be charged. Your campaigns are stopped until it is paid.`,
    reason: `You get this mail because a payment of your company at ${brand} failed.`,
    body: all(
      title('A payment failed'),
      say(hello(name)),
      say(isWallet ? reason : `We could not charge your card. ${reason}`),
      facts([
        ['Invoice', number],
        ['For', what],
        ['Amount', amount],
        ...(next ? [['Tried again', next] as [string, string]] : []),
      ]),
      say(
        `Your campaigns are stopped until it is paid. A ${isWallet ? 'top-up pays it' : 'new card is charged'} at once.`,
      ),
      button('Open card settings', link),
      quiet(
        next
          ? `There is nothing else to do if ${isWallet ? 'the wallet holds enough by then' : 'your bank lets the next try pass'}.`
          : 'It is not tried again by itself.',
      ),
    ),
  }),
  leadFileReady: ({ name, rows, days, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: 'Your file of leads is ready',
    preview: `${rows} leads, to be saved after signing in.`,
    reason: `You get this mail because you ordered a file of leads at ${brand}.`,
    body: all(
      title('Your file of leads is ready'),
      say(hello(name)),
      facts([
        ['Days', days],
        ['Leads', rows],
      ]),
      button(`Sign in to ${brand}`, link),
      quiet('It stands under the sign of uploads and files at the top of the page, for a day.'),
    ),
  }),
  paymentRecovered: ({ name, link }, { title, say, button, quiet }, brand) => ({
    subject: `Your payment at ${brand} arrived`,
    preview: 'Nothing is owed any more.',
    reason: `You get this mail because a payment of your company at ${brand} had failed before.`,
    body: all(
      title('Your payment arrived'),
      say(hello(name)),
      say('Thank you. Nothing is owed any more. Campaigns that were stopped are paused now: start them when you like.'),
      button(`Open ${brand}`, link),
      quiet('There is nothing else to do.'),
    ),
  }),
  paymentTakenBack: (
    { name, what, amount, reason, taken, leads, link },
    { title, say, facts, button, quiet },
    brand,
  ) => ({
    subject: reason ? `A payment at ${brand} was disputed` : `A payment at ${brand} is being refunded`,
    preview: reason ? `The bank took ${amount} back.` : `${amount} is on its way back.`,
    reason: `You get this mail because your company paid this at ${brand}.`,
    body: all(
      title(reason ? 'A payment was disputed' : 'A payment is being refunded'),
      say(hello(name)),
      say(
        reason
          ? `${reason} The bank holds the money until it has decided.`
          : 'The money is on its way back to what paid. Banks take some days to show it on a card. You hear from us if it does not arrive.',
      ),
      facts([
        ['For', what],
        ['Amount', amount],
        ...(taken ? [['Taken off your Data Wallet', taken] as [string, string]] : []),
        ...(leads ? [['Unused leads taken off', leads] as [string, string]] : []),
      ]),
      ...(reason
        ? [
            say(
              taken
                ? 'What was left of this credit was taken off. What was used of it before is charged again.'
                : 'Your campaigns are stopped until this is settled.',
            ),
          ]
        : []),
      button('Open card settings', link),
      quiet(
        reason
          ? 'If this is a mistake, ask your bank to withdraw the dispute: once it does, everything is as it was.'
          : 'There is nothing else to do.',
      ),
    ),
  }),
  refundSentBack: ({ name, what, amount, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `A refund at ${brand} came back`,
    preview: `${amount} did not reach your card.`,
    reason: `You get this mail because your company paid this at ${brand}.`,
    body: all(
      title('A refund came back'),
      say(hello(name)),
      say(
        'This money was on its way back to your card and did not arrive: its bank did not take it, or the refund was cancelled. What you had paid counts as paid again, and leads or credit that were taken off for it are there again.',
      ),
      facts([
        ['For', what],
        ['Amount', amount],
      ]),
      button('Open card settings', link),
      quiet('If you still expect this money, write to who you paid: it is there.'),
    ),
  }),
  disputeOpened: (
    { name, who, what, amount, reason, due, link, isInquiry },
    { title, say, facts, button, quiet },
    brand,
  ) => ({
    subject: isInquiry ? `A bank asks about a payment at ${brand}` : `A payment at ${brand} is disputed`,
    preview: due ? `Answer with evidence by ${due}.` : 'Evidence is not taken any more.',
    reason: `You get this mail because your company was paid this at ${brand}.`,
    body: all(
      title(isInquiry ? 'A bank asks about a payment' : 'A payment is disputed'),
      say(hello(name)),
      say(reason),
      facts([
        ['Paid by', plainName(who)],
        ['For', what],
        ['Amount', amount],
        ...(due ? [['Answer by', due] as [string, string]] : []),
      ]),
      say(
        isInquiry
          ? 'No money has been taken yet. A good answer can keep it so.'
          : 'The bank has taken the money, and decides by what you can show. Campaigns that it paid for are stopped.',
      ),
      button('Answer in the payment account', link),
      quiet('If there is no answer in time, the money is lost.'),
    ),
  }),
  disputeClosed: ({ name, who, what, amount, outcome, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `A dispute at ${brand} has ended`,
    preview: outcome === 'lost' ? `The bank kept ${amount}.` : 'The money is yours.',
    reason: `You get this mail because your company was paid this at ${brand}.`,
    body: all(
      title(outcome === 'lost' ? 'The dispute was lost' : 'The dispute has ended well'),
      say(hello(name)),
      say(
        outcome === 'lost'
          ? 'The bank decided for the owner of the card, and the money stays with them.'
          : 'The payment stands. What was stopped because of it is paused now, and can be started again.',
      ),
      facts([
        ['Paid by', plainName(who)],
        ['For', what],
        ['Amount', amount],
      ]),
      button(`Open ${brand}`, link),
      quiet(outcome === 'lost' ? 'It can be settled once it is paid in another way.' : 'There is nothing else to do.'),
    ),
  }),
  capReached: ({ name, who, campaign, amount, day, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `The monthly bound of ${campaign || who} is reached`,
    preview: `No further leads before ${day}.`,
    reason: `You get this mail because your company is responsible for the campaigns of ${who} at ${brand}.`,
    body: all(
      title('The bound of this month is reached'),
      say(hello(name)),
      say(
        campaign
          ? `The campaign ${campaign} may cost no more in this month, so it takes no further leads and nothing more is charged for leads.`
          : `The campaigns of ${who} may cost no more in this month, so they take no further leads and nothing more is charged for leads.`,
      ),
      facts([
        ...(campaign ? [['Company', who] as const] : []),
        ['The most in a month', amount],
        ['Leads come again from', day],
      ]),
      button(`Open ${brand}`, link),
      quiet(
        campaign
          ? 'The campaign stays on and goes on by itself. Who edits it may set another bound at any time.'
          : 'Campaigns stay on and go on by themselves. Who sets prices may set another bound at any time.',
      ),
    ),
  }),
  payoutFailed: ({ name, amount, reason, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `A payout of your account at ${brand} failed`,
    preview: `${amount} did not reach your bank.`,
    reason: `You get this mail because your payment account is connected at ${brand}.`,
    body: all(
      title('A payout failed'),
      say(hello(name)),
      say(`Your bank sent a payout back. ${reason}`.trim()),
      facts([['Amount', amount]]),
      say('The money is in your payment account. Please look at the bank account that is given there.'),
      button('Open the payment account', link),
      quiet('Payouts go on once the bank account is right.'),
    ),
  }),
  accountStopped: ({ name, when, link }, { title, say, button, quiet }, brand) => ({
    subject: `Your payment account at ${brand} takes no cards any more`,
    preview: 'Campaigns that are paid through it are stopped.',
    reason: `You get this mail because your payment account is connected at ${brand}.`,
    body: all(
      title('Your payment account takes no cards'),
      say(hello(name)),
      say(
        `Since ${when} your payment account cannot charge cards: it was disconnected, or something is asked of you there. Campaigns of clients who pay through it are stopped.`,
      ),
      button('Open the payment account', link),
      quiet('They are paused, and can be started again, as soon as it works.'),
    ),
  }),
  pixelSilent: ({ campaign, when, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: 'The site of a campaign reports no visits any more',
    preview: 'Is its code still on the page?',
    reason: `You get this mail because you get the notices of this campaign at ${brand}.`,
    body: all(
      title('No visits for a day'),
      say(
        'No page of its site has reported a visit for 24 hours. The code may have been lost when the site was changed.',
      ),
      facts([
        ['Campaign', plainName(campaign)],
        ['Last visit reported', when],
      ]),
      button('Look for the code', link),
      quiet('You get one such mail, and another one only after visits came again and stopped again.'),
    ),
  }),
  creditExpires: ({ name, amount, day, link }, { title, say, facts, button, quiet }, brand) => ({
    subject: `${amount} in your Data Wallet at ${brand} expires on ${day}`,
    preview: 'Leads use the oldest credit first.',
    reason: `You get this mail because your company has credit in its Data Wallet at ${brand}.`,
    body: all(
      title('Credit in your Data Wallet expires soon'),
      say(hello(name)),
      say(
        'Credit expires 12 months after it was bought. What is not used by then leaves your wallet and is not refunded.',
      ),
      facts([
        ['Expires', amount],
        ['On', day],
      ]),
      button('Open your Data Wallet', link),
      quiet('Nothing has to be done where your campaigns use it before: leads always take the oldest credit first.'),
    ),
  }),
  topUpFailed: ({ name, amount, reason, when, link }, { title, say, button, quiet }, brand) => ({
    subject: `Your Data Wallet at ${brand} could not be topped up`,
    preview: 'Please look at your card.',
    reason: `You get this mail because automatic top-ups are on in your company's Data Wallet at ${brand}.`,
    body: all(
      title('Your Data Wallet could not be topped up'),
      say(hello(name)),
      say(`On ${when} we tried to charge ${amount} to your card. ${reason}`),
      say(
        'Nothing was charged. We try again, at most three times in 24 hours. Please check the card, or save another one.',
      ),
      button('Open card settings', link),
      quiet('You can stop automatic top-ups in your Data Wallet.'),
    ),
  }),
}
