import { Button, Group, Stack } from '@mantine/core'
import { Link } from 'react-router-dom'
import { searchKeywords } from '../../../api/targeting.ts'
import { KeywordInput } from '../../../ui/targeting/keyword-input.tsx'
import { countsPath } from '../paths.ts'
import { Area } from './area.tsx'
import { InsertAudience, SaveAudience } from './audiences.tsx'
import { StepSection } from './section.tsx'
import type { EditorState } from './use-editor.ts'

/** The other products: which words people search by, and where they are. */
export function StepWhoSearch({ editor, takesFocus }: { editor: EditorState; takesFocus: boolean }) {
  const { values, faults, change } = editor
  return (
    <StepSection title="Who, and where?" takesFocus={takesFocus}>
      <Stack gap="md">
        <Group gap="xs">
          <InsertAudience editor={editor} />
          <SaveAudience editor={editor} />
          {editor.companyId && (
            <Button
              component={Link}
              to={countsPath({ id: editor.saved?.id ?? '', companyId: editor.companyId })}
              variant="default"
              size="xs"
            >
              Keyword counts
            </Button>
          )}
        </Group>
        <KeywordInput
          label="Keywords"
          required
          description="What people search for. Enter or a comma ends one."
          value={values.keywords}
          error={faults.keywords}
          search={searchKeywords}
          onChange={(keywords) => change({ keywords })}
        />
        <KeywordInput
          label="Contextual keywords"
          description="What the pages are about that people read. May be left empty."
          value={values.contextualKeywords}
          error={faults.contextualKeywords}
          search={searchKeywords}
          onChange={(contextualKeywords) => change({ contextualKeywords })}
        />
        <Area editor={editor} />
      </Stack>
    </StepSection>
  )
}
