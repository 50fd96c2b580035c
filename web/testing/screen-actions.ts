import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** The row of a table in which a text stands. */
export const findRow = async (text: string) =>
  within((await screen.findByText(text)).closest('tr') ?? document.body)

/** What can be done with a row of a table: the words of the links and buttons in its last cell. */
export const actionsIn = (row: HTMLElement): (string | null)[] =>
  [...(row.querySelector('td:last-child')?.querySelectorAll('a, button') ?? [])].map(
    ({ textContent }) => textContent,
  )

/** Presses a button that asks first, and answers with the button of the same name. */
export async function confirm(user: UserEvent, button: HTMLElement): Promise<void> {
  await user.click(button)
  const question = within(await screen.findByRole('tooltip'))
  await user.click(question.getByRole('button', { name: button.textContent ?? '' }))
}

/** The browser's way back. */
export const goBack = () =>
  act(
    () =>
      new Promise<void>((resolve) => {
        window.addEventListener('popstate', () => resolve(), { once: true })
        window.history.back()
      }),
  )

/** Goes to an address as a link inside the console does. */
export const goTo = (address: string) =>
  act(() => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

/** Presses the first button with these words, found without asking the roles of a whole page. */
export async function pressButton(
  user: UserEvent,
  words: string | RegExp,
  inside: Pick<typeof screen, 'getAllByText'> = screen,
): Promise<void> {
  const [found] = inside.getAllByText(words, { selector: 'button *' })
  await user.click(found?.closest('button') ?? document.body)
}
