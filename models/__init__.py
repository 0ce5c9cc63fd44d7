"""What things are: values, tables, trained models. Imports neither `pipelines` nor `crawler`."""
