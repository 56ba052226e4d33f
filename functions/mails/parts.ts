import { Button, Heading, Link, Section, Text } from '@react-email/components'
import { createElement as h, type ReactNode } from 'react'
import type { Look } from './look.ts'
import { reportPartsOf } from './report-parts.ts'

/** The few things that mails are made of, in one look. */
export function partsOf(look: Look) {
  const text = { margin: '0 0 16px', color: look.ink, fontSize: 15, lineHeight: '24px' }
  return {
    ...reportPartsOf(look),
    title: (children: ReactNode) =>
      h(
        Heading,
        {
          as: 'h1',
          className: 'm-ink',
          style: { margin: '0 0 16px', color: look.ink, fontSize: 22, lineHeight: '30px', fontWeight: 600 },
        },
        children,
      ),
    say: (...children: ReactNode[]) => h(Text, { className: 'm-ink', style: text }, ...children),
    quiet: (...children: ReactNode[]) =>
      h(
        Text,
        { className: 'm-quiet', style: { ...text, color: look.quiet, fontSize: 13, lineHeight: '20px' } },
        ...children,
      ),
    button: (label: string, href: string) =>
      h(
        Section,
        { style: { margin: '8px 0 24px' } },
        h(
          Button,
          {
            href,
            style: {
              padding: '12px 20px',
              backgroundColor: look.accent,
              color: look.onAccent,
              borderRadius: 6,
              fontSize: 15,
              fontWeight: 600,
              textDecoration: 'none',
            },
          },
          label,
        ),
      ),
    link: (href: string, label = href) =>
      h(
        Link,
        {
          href,
          className: 'm-link',
          style: { color: look.link, textDecoration: 'underline', wordBreak: 'break-word' },
        },
        label,
      ),
    code: (value: string) =>
      h(
        Text,
        {
          className: 'm-soft m-ink',
          style: {
            margin: '8px 0 24px',
            padding: '16px 0',
            backgroundColor: look.page,
            borderRadius: 6,
            color: look.ink,
            fontFamily: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
            fontSize: 30,
            lineHeight: '36px',
            letterSpacing: 6,
            textAlign: 'center',
          },
        },
        value,
      ),
    /** Names and values, one below the other. */
    facts: (rows: readonly (readonly [string, string])[]) =>
      h(
        Section,
        {
          className: 'm-soft',
          style: { margin: '0 0 16px', padding: '12px 16px', backgroundColor: look.page, borderRadius: 6 },
        },
        ...rows.map(([name, value]) =>
          h(
            Text,
            {
              key: name,
              className: 'm-ink',
              style: { margin: '4px 0', color: look.ink, fontSize: 14, lineHeight: '20px' },
            },
            h('span', { className: 'm-quiet', style: { color: look.quiet } }, `${name}: `),
            value,
          ),
        ),
      ),
  }
}
export type Parts = ReturnType<typeof partsOf>
