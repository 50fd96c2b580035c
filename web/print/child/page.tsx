import { PaperPage } from '../parts/paper-page.tsx'

export const Page = () => <PaperPage form="child" />
