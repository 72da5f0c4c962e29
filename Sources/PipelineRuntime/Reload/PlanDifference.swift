import Media
package import StageKit

/// The difference between the plan that runs and a new one. A pure comparison; nothing is changed.
public struct PlanDifference: Sendable, Hashable {
    /// The effect of a reload on a stage of the new plan.
    public enum StageChange: String, Sendable, Hashable {
        /// The stage keeps running unchanged.
        case unchanged
        /// The stage is replaced; the stages below continue with the same tracks and timeline.
        case replaced
        /// The stage and all stages below it restart.
        case restarted
        /// The stage is new.
        case added
    }

    /// The change of each stage of the new plan, in its order.
    public private(set) var changes: [StageChange] = []
    /// The names of the stages that are removed.
    public private(set) var removed: [String] = []
    /// The names of the stages whose output is continued by a replacement and therefore stays open.
    package private(set) var continued: Set<String> = []
    /// The reasons why the change is rejected.
    package private(set) var rejections: [Diagnostic] = []
    private var names: [String] = []

    /// Compares the running plan with a new one.
    package init(from old: PipelinePlan, to new: PipelinePlan) {
        let before = Dictionary(uniqueKeysWithValues: old.stages.map { ($0.name, $0) })
        let first = Self.changes(before, new, anew: [])
        var anew: Set<String> = []
        for stage in new.stages.reversed() where stage.acceptsResources {
            let isElsewhere =
                before[stage.name].map { !stage.hasSameDestination(of: $0) || stage.inputs != $0.inputs } ?? true
            guard isElsewhere || anew.contains(stage.name) else { continue }
            // A new or moved destination needs all files, and its inputs publish all files only when they restart.
            anew.formUnion(stage.inputs.filter { first[$0] == .unchanged || first[$0] == .replaced })
        }
        let known = Self.changes(before, new, anew: anew)
        names = new.stages.map(\.name)
        changes = names.compactMap { known[$0] }
        for stage in new.stages where known[stage.name] == .restarted {
            guard let former = before[stage.name] else { continue }
            if first[stage.name] == .unchanged, stage.description.role == .sink {
                rejectRestart(stage, anew)
            } else {
                rejectIfUnsafe(stage, former, known, new)
            }
        }
        for stage in new.stages where stage.description.role == .sink {
            if let former = before[stage.name] { rejectIfClear(stage, former, old, new) }
        }
        removed = old.stages.map(\.name).filter { known[$0] == nil }
        findContinued(old, new)
    }

    /// Whether the plans are equal.
    public var isEmpty: Bool { removed.isEmpty && changes.allSatisfy { $0 == .unchanged } }

    /// The names of the stages of the new plan with one of these changes.
    public func stages(_ wanted: StageChange...) -> [String] {
        zip(names, changes).filter { wanted.contains($1) }.map { $0.0 }
    }

    /// A summary for the log, such as `replaced: video; added: recording`.
    public var summary: String {
        let replaced = stages(.replaced, .restarted)
        let parts = [("replaced", replaced), ("added", stages(.added)), ("removed", removed)]
        return parts.filter { !$1.isEmpty }.map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension PlanDifference {
    /// Returns the change of each stage, given the stages that have to restart in any case.
    private static func changes(
        _ before: [String: PlannedStage], _ new: PipelinePlan, anew: Set<String>
    ) -> [String: StageChange] {
        var known: [String: StageChange] = [:]
        for stage in new.stages {
            let fate = change(of: stage, before[stage.name], known)
            known[stage.name] = anew.contains(stage.name) && fate != .added ? .restarted : fate
        }
        return known
    }

    private mutating func rejectRestart(_ stage: PlannedStage, _ anew: Set<String>) {
        let giver = stage.inputs.first { anew.contains($0) } ?? stage.inputs.first ?? ""
        rejections.append(
            Diagnostic(
                code: "not-replaceable",
                message: "'\(giver)' would have to restart to publish all files to the new destination, which would "
                    + "interrupt '\(stage.name)' (\(stage.description.kind))",
                notes: ["connect the new destination to a separate stage instead of '\(giver)'"]))
    }

    private static func change(
        of stage: PlannedStage, _ former: PlannedStage?, _ known: [String: StageChange]
    ) -> StageChange {
        guard let former else { return .added }
        let inputsGoOn = stage.inputs.allSatisfy { known[$0] == .unchanged || known[$0] == .replaced }
        let isSame = stage.isSame(as: former)
        if isSame, inputsGoOn { return .unchanged }
        let givesTheSame =
            stage.description.role == former.description.role && stage.emitsTracks
            && stage.description.outputName == former.description.outputName
        guard givesTheSame else { return .restarted }
        switch stage.stage {
        case .source, .processor: return .replaced
        case .transform(let transform):
            let keepsPlace =
                inputsGoOn && stage.inputs == former.inputs && stage.inputs.count == 1
                && stage.description.inputName == former.description.inputName
                && !type(of: transform).interleavesInputs && !former.interleaves
            return keepsPlace ? .replaced : .restarted
        case .sink: return .restarted
        }
    }

    private mutating func rejectIfUnsafe(
        _ stage: PlannedStage, _ former: PlannedStage, _ known: [String: StageChange], _ new: PipelinePlan
    ) {
        let name = "'\(stage.name)' (\(stage.description.kind))"
        if stage.description.role == .sink, !stage.acceptsResources, stage.hasSameDestination(of: former) {
            rejections.append(
                Diagnostic(
                    code: "not-replaceable", message: "\(name) would overwrite its earlier output",
                    notes: ["change its destination, or give the new stage another name and destination"]))
        }
        // An unchanged stage restarts with any of its upstream stages. It could not resume the input from an upstream
        // stage that keeps running, unless that input is media.
        let restartsWithUpstream = stage.inputs.contains { known[$0] == .restarted || known[$0] == .added }
        guard stage.isSame(as: former), restartsWithUpstream else { return }
        let untouched = stage.inputs.filter { input in
            known[input] == .unchanged && new.stages.contains { $0.name == input && !$0.emitsTracks }
        }
        guard let first = untouched.first else { return }
        rejections.append(
            Diagnostic(
                code: "not-replaceable",
                message:
                    "\(name) cannot restart without interrupting its input from '\(first)', which is unchanged",
                notes: ["connect the changed stage to a separate \(stage.description.kind)"]))
    }

    /// Rejects a sink that would receive clear media for a presentation that was encrypted.
    private mutating func rejectIfClear(
        _ stage: PlannedStage, _ former: PlannedStage, _ old: PipelinePlan, _ new: PipelinePlan
    ) {
        guard stage.hasSameDestination(of: former), let protector = old.protector(above: former),
            new.protector(above: stage) == nil
        else { return }
        rejections.append(
            Diagnostic(
                code: "not-replaceable",
                message: "'\(stage.name)' (\(stage.description.kind)) would continue an encrypted presentation in the "
                    + "clear without '\(protector.name)' (\(protector.description.kind))",
                notes: ["keep '\(protector.name)', or publish the clear presentation to another destination"]))
    }

    /// Finds the outputs that are continued: those whose sink restarts at the same destination.
    private mutating func findContinued(_ old: PipelinePlan, _ new: PipelinePlan) {
        let after = Dictionary(uniqueKeysWithValues: zip(new.stages.map(\.name), zip(new.stages, changes)))
        for stage in old.stages.reversed() {
            if stage.description.role == .sink {
                guard let (now, fate) = after[stage.name], fate != .unchanged, now.hasSameDestination(of: stage) else {
                    continue
                }
                continued.insert(stage.name)
            } else if old.stages.contains(where: { continued.contains($0.name) && $0.inputs.contains(stage.name) }),
                stage.description.outputName == Resource.payloadName
            {
                continued.insert(stage.name)
            }
        }
    }
}

extension PipelinePlan {
    /// The nearest stage above a stage that encrypts segments; nil for clear media.
    fileprivate func protector(above stage: PlannedStage) -> PlannedStage? {
        for input in stages where stage.inputs.contains(input.name) {
            if case .processor(let processor) = input.stage, processor is any SegmentProtecting { return input }
            if let found = protector(above: input) { return found }
        }
        return nil
    }
}

extension PlannedStage {
    fileprivate func isSame(as other: PlannedStage) -> Bool {
        // A rebuilt plugin provides a different stage of the same kind.
        description.kind == other.description.kind && description.plugin == other.description.plugin
            && options == other.options && inputs == other.inputs && onError == other.onError
    }

    /// Whether the output consists of tracks, which a replacement can continue.
    fileprivate var emitsTracks: Bool {
        description.outputName == Frame.payloadName || description.outputName == Sample.payloadName
    }

    fileprivate var acceptsResources: Bool { description.inputName == Resource.payloadName }

    fileprivate var interleaves: Bool {
        if case .transform(let transform) = stage { type(of: transform).interleavesInputs } else { false }
    }

    /// Whether a sink has the same destination as another: all options are equal, or all required ones are.
    fileprivate func hasSameDestination(of other: PlannedStage) -> Bool {
        func place(_ stage: PlannedStage) -> [OptionNode.Entry] {
            let required = Set(stage.description.options.filter(\.isRequired).map(\.key))
            return stage.options.filter { required.contains($0.key) }
        }
        guard description.kind == other.description.kind else { return false }
        // An origin has no required options; equal options mean the same listener.
        if acceptsResources, options == other.options { return true }
        let here = place(self)
        return !here.isEmpty && here == place(other)
    }
}

extension [OptionNode.Entry] {
    /// The entries sorted by key, without locations and quoting.
    var normalized: [OptionNode.Entry] {
        map { OptionNode.Entry(key: $0.key, value: $0.value.normalized) }.sorted { $0.key < $1.key }
    }
}

extension OptionNode {
    fileprivate var normalized: OptionNode {
        switch content {
        case .scalar(let text, _): OptionNode(text)
        case .list(let items): OptionNode(.list(items.map(\.normalized)))
        case .mapping(let entries): OptionNode(.mapping(entries.normalized))
        }
    }
}
