import { render, toPlainText } from '@react-email/render'
import { createElement as h } from 'react'
import { type MailName, reachesStrangers } from '#shared/mails.ts'
import { plainName, senderName } from '#shared/plain-name.ts'
import { cutText } from '#shared/text.ts'
import { type Ending, Layout } from './layout.ts'
import { lookOf, type Sender } from './look.ts'
import { partsOf } from './parts.ts'
import { type MailText, type MailViews, templates } from './templates.ts'

export type RenderedMail = { subject: string; html: string; text: string }

/** A subject is one line, no matter what a name holds. */
const oneLine = (text: string) => cutText(text.replace(/[\p{Cc}\s]+/gu, ' ').trim(), 200)

const MOST_ADDRESS = 200

/** A sender as they are shown to somebody who may never have heard of them: nothing that they chose becomes a link. */
const toPlain = (sender: Sender): Sender => ({
  ...sender,
  brand: { ...sender.brand, name: senderName(sender.brand.name) },
  legalName: plainName(sender.legalName),
  address: plainName(sender.address, MOST_ADDRESS),
})

/** Makes a mail in the sender's brand: for programs that show HTML, and as plain text for all others. */
export async function renderMail<Name extends MailName>(
  name: Name,
  view: MailViews[Name],
  from: Sender,
  ending?: Ending,
): Promise<RenderedMail> {
  const sender = reachesStrangers(name) ? toPlain(from) : from
  const look = lookOf(sender)
  // @NOTE the table holds for each name the template of exactly that name's view.
  const template = templates[name] as (
    view: MailViews[Name],
    parts: ReturnType<typeof partsOf>,
    brand: string,
  ) => MailText
  const { subject, preview, reason, body } = template(view, partsOf(look), sender.brand.name)
  const html = await render(h(Layout, { sender, look, preview, reason, ending }, body))
  return { subject: oneLine(subject), html, text: toPlainText(html) }
}
