// Re-exports the libraries whose types the API contains, so that a program imports only this module: media values, the
// contract of stages, and the status, events and plan of a run.
@_exported public import Media
@_exported public import PipelineRuntime
@_exported public import StageKit
