import { Anchor, Select, Switch } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { type BrandName, brandNames, brands } from '../theme/sample-brands.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import classes from './gallery.module.css'
import { FactsSection } from './sections/facts.tsx'
import { FeedbackSection } from './sections/feedback.tsx'
import { FieldsSection } from './sections/fields.tsx'
import { FiguresSection } from './sections/figures.tsx'
import { FoundationSection } from './sections/foundation.tsx'
import { MoneySection } from './sections/money.tsx'
import { PagesSection } from './sections/pages.tsx'
import { PeopleSection } from './sections/people.tsx'
import { PhoneSection } from './sections/phone.tsx'
import { SmallSection } from './sections/small.tsx'
import { StatesSection } from './sections/states.tsx'
import { StepsSection } from './sections/steps.tsx'
import { TableSection } from './sections/tables.tsx'
import { TargetingSection } from './sections/targeting.tsx'

const sections = [
  { id: 'foundation', label: 'Foundation', Part: FoundationSection },
  { id: 'tables', label: 'Tables', Part: TableSection },
  { id: 'pages', label: 'Filters and pages', Part: PagesSection },
  { id: 'fields', label: 'Fields', Part: FieldsSection },
  { id: 'targeting', label: 'Keywords and places', Part: TargetingSection },
  { id: 'money', label: 'Money and numbers', Part: MoneySection },
  { id: 'phone', label: 'Phone', Part: PhoneSection },
  { id: 'people', label: 'People, dates and states', Part: PeopleSection },
  { id: 'figures', label: 'Figures and charts', Part: FiguresSection },
  { id: 'facts', label: 'Facts, timeline and code', Part: FactsSection },
  { id: 'feedback', label: 'Feedback', Part: FeedbackSection },
  { id: 'states', label: 'States', Part: StatesSection },
  { id: 'steps', label: 'Steps and tour', Part: StepsSection },
  { id: 'small', label: 'Small parts', Part: SmallSection },
]

const isBrand = (name: string | null): name is BrandName => name !== null && name in brands

/** The choice is in the address, so that a link or a screenshot tool can ask for any look. */
function useLook() {
  const query = new URLSearchParams(window.location.search)
  const named = query.get('brand')
  const [brand, setBrand] = useState<BrandName>(isBrand(named) ? named : 'default')
  const [scheme, setScheme] = useState<'light' | 'dark'>(query.get('scheme') === 'dark' ? 'dark' : 'light')
  useEffect(() => {
    window.history.replaceState(window.history.state, '', `?brand=${brand}&scheme=${scheme}`)
  }, [brand, scheme])
  return { brand, setBrand, scheme, setScheme }
}

type Look = ReturnType<typeof useLook>

function Controls({ brand, setBrand, scheme, setScheme }: Look) {
  return (
    <>
      <Select
        aria-label="Brand"
        w={160}
        data={brandNames}
        value={brand}
        allowDeselect={false}
        onChange={(name) => setBrand(isBrand(name) ? name : 'default')}
      />
      <Switch
        label="Dark"
        checked={scheme === 'dark'}
        onChange={(event) => setScheme(event.currentTarget.checked ? 'dark' : 'light')}
      />
    </>
  )
}

/** Every part in every state, under any of the brands and in both schemes. For the person who builds or checks the screens. */
export default function Gallery() {
  const look = useLook()
  const [ready, setReady] = useState(false)
  // The page round this one sets its own scheme when it mounts; ours comes after it.
  useEffect(() => setReady(true), [])
  if (!ready) return null
  return (
    <ThemeProvider brand={brands[look.brand]} scheme={look.scheme}>
      <ModalsProvider>
        <Notifications />
        <main className={classes.page} data-surface="template">
          <PageHeader title="Gallery" description="Every part in every state." action={<Controls {...look} />} />
          <nav className={classes.index} aria-label="Sections">
            {sections.map(({ id, label }) => (
              <Anchor key={id} href={`#${id}`}>
                {label}
              </Anchor>
            ))}
          </nav>
          {sections.map(({ id, label, Part }) => (
            <Part key={id} id={id} title={label} />
          ))}
        </main>
      </ModalsProvider>
    </ThemeProvider>
  )
}
