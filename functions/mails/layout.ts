// The frame of every mail: the tenant's head, one column of text, and who sent it and why.
import { Body, Container, Head, Hr, Html, Img, Link, Preview, Section, Text } from '@react-email/components'
import { createElement as h, type ReactNode } from 'react'
import { darkRules, type Look, type Sender } from './look.ts'

/** Where mails of this kind are ended, and what they are about. */
export type Ending = { url: string; about: string }
type Props = {
  sender: Sender
  look: Look
  preview: string
  reason: string
  ending?: Ending | undefined
  children?: ReactNode
}

function Brand({ sender, look }: Pick<Props, 'sender' | 'look'>) {
  const { name } = sender.brand
  if (look.logo) return h(Img, { src: look.logo, alt: name, height: 32, style: { display: 'block', maxWidth: 200 } })
  return h(Text, { style: { margin: 0, color: look.onHead, fontSize: 18, fontWeight: 600, lineHeight: '24px' } }, name)
}

function Foot({ sender, look, reason, ending }: Pick<Props, 'sender' | 'look' | 'reason' | 'ending'>) {
  const small = { margin: '0 0 4px', color: look.quiet, fontSize: 12, lineHeight: '18px' }
  const from = [sender.legalName, sender.address].filter(Boolean).join(' · ')
  return h(
    Section,
    { style: { padding: '16px 32px 32px' } },
    h(Text, { className: 'm-quiet', style: small }, reason),
    ending &&
      h(
        Text,
        { className: 'm-quiet', style: small },
        h(
          Link,
          { href: ending.url, className: 'm-quiet', style: { color: look.quiet, textDecoration: 'underline' } },
          'Get no more mails',
        ),
        ` about ${ending.about}. They stay in the application.`,
      ),
    from && h(Text, { className: 'm-quiet', style: small }, from),
  )
}

export function Layout({ sender, look, preview, reason, ending, children }: Props) {
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, darkRules(look)),
    ),
    h(Preview, null, preview),
    h(
      Body,
      {
        className: 'm-page',
        style: { margin: 0, padding: '24px 0', backgroundColor: look.page, fontFamily: look.font },
      },
      h(
        Container,
        {
          className: 'm-paper',
          style: { maxWidth: 560, backgroundColor: look.paper, border: `1px solid ${look.line}`, borderRadius: 8 },
        },
        h(
          Section,
          { style: { padding: '20px 32px', backgroundColor: look.head, borderRadius: '8px 8px 0 0' } },
          h(Brand, { sender, look }),
        ),
        h(Section, { style: { padding: '32px 32px 8px' } }, children),
        h(Hr, { className: 'm-line', style: { margin: '0 32px', width: 'auto', borderColor: look.line } }),
        h(Foot, { sender, look, reason, ending }),
      ),
    ),
  )
}
