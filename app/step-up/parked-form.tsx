import type { FormAnswer } from '../forms/form-answer'
import { useActionData } from '../framework'
import { StepUpPage } from './step-up-page'

/** The page of a URL that always leads on, unless its form has to wait for something that the person shows first. */
export const ParkedForm = () => {
  const stepUp = (useActionData() as FormAnswer | undefined)?.stepUp
  return stepUp ? <StepUpPage stepUp={stepUp} /> : null
}
