import { Stack, Table, Text, Title } from '@mantine/core'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import IconCreditCardOff from '@tabler/icons-react/dist/esm/icons/IconCreditCardOff.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Mark } from './company-marks.tsx'

type Entry = readonly [icon: ReactNode, what: string, meaning: string]

const ICON = 16
const icons: readonly Entry[] = [
  [<IconEye key="eye" size={ICON} />, 'View as', 'Shows the platform through the eyes of that person.'],
  [<IconPencil key="pencil" size={ICON} />, 'Edit', 'Changes names, address, phone, sub-domain, products and terms.'],
  [<IconUserPlus key="plus" size={ICON} />, 'Add client', 'Makes a client of this agency and invites its person.'],
  [<IconMail key="mail" size={ICON} />, 'Send invitation again', 'For people who have not chosen a password yet.'],
  [<IconTrash key="trash" size={ICON} />, 'Delete', 'Ends the company. Leads and bills are kept.'],
]
const mark = (colour: string, icon: ReactNode, label: string) => (
  <Mark key={label} colour={colour} label={label}>
    {icon}
  </Mark>
)
const marks: readonly Entry[] = [
  [mark('red', <IconCreditCardOff size={ICON} />, 'Payment failed'), 'Red card', 'The latest payment failed.'],
  [mark('yellow', <IconStar size={ICON} />, 'Best sales'), 'Star', 'A client that a sales person brought.'],
]
const colours: readonly Entry[] = [
  [
    mark('orange', <IconApi size={ICON} />, 'Orange'),
    'Orange',
    'Switched on, but the agreement or the payment is missing; or there is a key while it is switched off.',
  ],
  [mark('green', <IconApi size={ICON} />, 'Green'), 'Green', 'Switched on, with an active key.'],
  [mark('blue', <IconApi size={ICON} />, 'Blue'), 'Blue', 'Switched on, without a key yet.'],
  [mark('gray', <IconApi size={ICON} />, 'Grey'), 'Grey', 'Switched off.'],
]
const terms: readonly Entry[] = [
  ['', 'Weekly', 'Fees and leads are charged every week.'],
  ['', 'Monthly', 'Fees and leads are charged every month.'],
  ['', 'One Time', 'One charge for a whole campaign.'],
  ['', 'Prepaid', 'Leads are paid from a balance that is topped up.'],
]

function Legend({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs">
        <Table.Tbody>
          {entries.map(([icon, what, meaning]) => (
            <Table.Tr key={what}>
              {icon !== '' && <Table.Td w={28}>{icon}</Table.Td>}
              <Table.Th scope="row" w={150}>
                {what}
              </Table.Th>
              <Table.Td>
                <Text size="sm">{meaning}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** What the signs of the list mean. */
export default function HelpDialog({ showsApi, onClose }: { showsApi: boolean; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="About this list"
      size="lg"
    >
      <Stack gap="md">
        <Legend title="Actions" entries={icons} />
        <Legend title="Marks" entries={marks} />
        {showsApi && <Legend title="Developer API" entries={colours} />}
        <Legend title="Payment terms" entries={terms} />
      </Stack>
    </Dialog>
  )
}
