package import PipelineFile

/// The names of pipelines in a service have the syntax of all pipeline names.
package typealias ServicePipelineName = PipelineName
