import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useCommentPicture } from '../use-comment-picture.ts'
import { CommentComposer } from './comment-composer.tsx'

const picture = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const chooser = page.getByLabelText('Add a picture', { exact: true }).last()
const chosen = page.getByRole('list', { name: 'Chosen files' })

function Comments() {
  const ofComment = useCommentPicture(1)
  return <CommentComposer postId="01990000-0000-7000-8000-000000000001" picture={ofComment} onAdded={() => undefined} />
}

afterEach(() => clearStored())

test('a picture over the limit is dropped with a toast', async () => {
  await renderPage(<Comments />)
  await chooser.upload(picture('large.png', 1_572_864))
  await expect.element(page.getByText('File is too large (1.5 MB)')).toBeVisible()
  await expect.element(chosen).not.toBeInTheDocument()
  await chooser.upload(picture('small.png', 1_048_576))
  await expect.element(chosen.getByText('small.png')).toBeVisible()
})
