import { Alert, Anchor, Badge, Button, Group, Menu, NavLink, Stack, Text, TextInput, Title } from '@mantine/core'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { colourOf, tones } from '../../theme/tones.ts'
import classes from '../gallery.module.css'
import { Case, Cases, Section } from '../section.tsx'

const variants = ['filled', 'light', 'outline', 'subtle'] as const

function Sidebar() {
  return (
    <nav className={classes.sidebar} data-surface="sidebar" aria-label="Sample">
      <NavLink active label="Dashboard" leftSection={<IconHome size={16} />} />
      <NavLink label="Client Management" />
      <NavLink label="A menu name that a tenant made rather long" />
      <Text size="xs" c="dimmed" px="sm">
        Quiet text on the sidebar
      </Text>
    </nav>
  )
}

const Words = () => (
  <>
    <Text>Text as the tenant wants it, if it can be read.</Text>
    <Text c="dimmed">Dimmed text stands back and can still be read.</Text>
    <Anchor href="#foundation">A link in the tenant’s colour</Anchor>
    <Text c="red">Something went wrong here.</Text>
  </>
)

export function FoundationSection(props: { id: string; title: string }) {
  return (
    <Section {...props}>
      <Cases>
        <Case name="On the page" plain>
          <div className={classes.swatch}>
            <Words />
            <TextInput mt="xs" label="A field on the page" placeholder="Placeholder" />
          </div>
        </Case>
        <Case name="In a box">
          <Words />
          <TextInput mt="xs" label="A field in a box" placeholder="Placeholder" />
        </Case>
        <Case name="On the sidebar" plain>
          <Sidebar />
        </Case>
        {variants.map((variant) => (
          <Case key={variant} name={`Buttons and badges, ${variant}`}>
            <Group gap="xs">
              {tones.map((tone) => (
                <Button key={tone} variant={variant} color={colourOf(tone)} size="xs">
                  {tone}
                </Button>
              ))}
            </Group>
            <Group gap="xs" mt="sm">
              {tones.map((tone) => (
                <Badge key={tone} variant={variant === 'subtle' ? 'dot' : variant} color={colourOf(tone)}>
                  {tone}
                </Badge>
              ))}
            </Group>
          </Case>
        ))}
        <Case name="Alerts" plain>
          <Stack gap="xs">
            {tones.slice(1).map((tone) => (
              <Alert key={tone} color={colourOf(tone)} title={tone}>
                A message of this kind.
              </Alert>
            ))}
          </Stack>
        </Case>
        <Case name="Headings">
          {([1, 2, 3, 4] as const).map((order) => (
            <Title key={order} order={order} component="p">
              Heading {order}
            </Title>
          ))}
        </Case>
        <Case name="Menu and button states">
          <Group gap="xs">
            <Menu>
              <Menu.Target>
                <Button variant="default">Menu</Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item>Edit</Menu.Item>
                <Menu.Item disabled>Not now</Menu.Item>
                <Menu.Divider />
                <Menu.Item color="red">Delete</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button loading>Saving</Button>
            <Button disabled>Disabled</Button>
          </Group>
        </Case>
      </Cases>
    </Section>
  )
}
