/// What XML is made of: documents and their nodes, elements to build and send, events of a stream.
public enum XML {}
