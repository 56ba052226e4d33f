import '../../theme/styles-rest.css'
import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import classes from './document-page.module.css'

/** What others made and let us use, where their licences ask to be named. */
export default function LicencesPage() {
  return (
    <Paper component="article" className={classes.sheet}>
      <Stack gap="md">
        <Title order={1}>Licences</Title>
        <Text>This platform uses the work of others. Where a licence asks for it, they are named here.</Text>
        <Title order={2}>Places</Title>
        <Text>
          States, cities and zip codes of the United States with their centres are data of{' '}
          <Anchor href="https://www.geonames.org/" rel="noreferrer">
            GeoNames
          </Anchor>
          , used under the licence{' '}
          <Anchor href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer">
            Creative Commons Attribution 4.0 (CC BY 4.0)
          </Anchor>
          . They were changed: rows without a state were left out, and coordinates are rounded to a thousandth of a
          degree. They come without any warranty.
        </Text>
        <Title order={2}>Fonts</Title>
        <Text>
          Inter, Lora, Nunito, Source Sans 3, Space Grotesk, Gowun Dodum and the Noto fonts are used under the{' '}
          <Anchor href="https://openfontlicense.org/" rel="noreferrer">
            SIL Open Font License 1.1
          </Anchor>
          .
        </Text>
      </Stack>
    </Paper>
  )
}
