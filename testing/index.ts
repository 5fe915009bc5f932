export { scriptedModel, type ScriptedAnswer, type ScriptedModel, type ScriptedStep } from './scripted-model.ts';
export type { AnsweredCall, StandinAnswer } from '../server/standin/answer.ts';
export type { ProfileName } from '../server/standin/profile.ts';
export { startRehearsal } from '../server/standin/rehearsal.ts';
export { startStandin, type RecordedRequest, type Standin, type StandinOptions } from '../server/standin/standin.ts';
export type { StandinView, ViewedResult, ViewedTurn } from '../server/standin/view.ts';
