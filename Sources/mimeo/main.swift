let tool = Tool(console: .standard())
exit(tool.run(Array(CommandLine.arguments.dropFirst())))
