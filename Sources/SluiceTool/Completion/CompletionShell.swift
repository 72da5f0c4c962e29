/// A shell for which the tool prints a completion script.
enum CompletionShell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The script, generated from the definitions of the commands.
    var script: String {
        switch self {
        case .bash: BashCompletion.script(Tool.commands)
        case .zsh: ZshCompletion.script(Tool.commands)
        case .fish: FishCompletion.script(Tool.commands)
        }
    }
}
