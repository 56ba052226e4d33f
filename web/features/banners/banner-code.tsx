import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { bannerSnippet } from '#shared/model/banner.ts'
import { useMe } from '../../api/session-store.ts'
import { useTenant } from '../../api/tenant.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TrueSize } from './true-size.tsx'
import { type BannerRow, sizeText } from './values.ts'

type Props = { row: BannerRow; productOf: (line: string) => string; onClose: () => void }

const kinds = { 'image/png': 'PNG', 'image/jpeg': 'JPG', 'image/gif': 'GIF' } as const
const toKilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`

/** A banner as pages show it, and the code that makes them. */
export default function BannerCode({ row, productOf, onClose }: Props) {
  const [isOpen, setOpen] = useState(true)
  const { domain } = useTenant().data
  // Who looks through the owner's eyes stands on a host of their own.
  const origin = useMe().isViewMode ? `${window.location.protocol}//${domain}` : window.location.origin
  const facts: Fact[] = [
    { label: 'Size', value: sizeText(row.size) },
    { label: 'Product', value: productOf(row.product) },
    { label: 'Image', value: `${kinds[row.imageType]}, ${toKilobytes(row.imageBytes)}` },
    {
      label: 'Leads to',
      value: (
        <Anchor href={row.clickUrl} target="_blank" rel="noopener noreferrer">
          {row.clickUrl}
        </Anchor>
      ),
    },
  ]
  return (
    <SidePanel opened={isOpen} size="xl" onClose={() => setOpen(false)} onExitTransitionEnd={onClose} title={row.name}>
      <Stack gap="md">
        {row.status === 'inactive' && (
          <Alert color="yellow">This banner is off: pages that carry its code show nothing in its place.</Alert>
        )}
        <TrueSize source={row.imageUrl} size={row.size} name={row.name} />
        <Facts facts={facts} />
        <CodeBlock label="Code for your page" code={bannerSnippet(row, origin)} />
        <Text size="sm" c="dimmed">
          Put the code where the banner is to stand. When you change the image here, pages show the new one within five
          minutes; a new click address needs the new code.
        </Text>
      </Stack>
    </SidePanel>
  )
}
