import Glibc

exit(await Tool.run(CommandLine.arguments).rawValue)
