/// The options of a stage: a structure whose fields are declared once.
public protocol StageOptions: OptionGroup {}
