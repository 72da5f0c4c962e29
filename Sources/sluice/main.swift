import Glibc

ThreadShortage.watch()
exit(await Tool.run(CommandLine.arguments).rawValue)
